import { slug, tableFiles } from "./takeaway.js";
import { equal } from "./drawn_test.js";

const words = { csv: "Numbers", csv_named: "Numbers: {name}" };
const table = (/** @type {string} */ name) => ({ name, columns: ["a"], rows: [[1]] });

Deno.test("names of files have letters of any script and no other signs", () => {
  equal(slug(" Masks: who may look? 마스크 "), "masks-who-may-look-마스크");
  equal(slug("a".repeat(99)).length, 60);
});

Deno.test("one table has the figure's name, of more each its own, of more drawings its number", () => {
  const named = (/** @type {string[][]} */ names) =>
    tableFiles(names.map((one) => one.map(table)), "masks", words, "=").map(([, name]) => name);
  equal(named([["rows"]]), ["masks.csv"]);
  equal(named([["rows", "cells"]]), ["masks-rows.csv", "masks-cells.csv"]);
  equal(named([["rows"], ["rows"]]), ["masks-1-rows.csv", "masks-2-rows.csv"]);
  equal(named([["rows"], []]), ["masks.csv"]);
});
