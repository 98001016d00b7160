/**
 * How node keeps the product's memory: young objects are collected after 8 MB of them instead of 16. Long texts leave large
 * strings behind, and collected late they cost 150 MB more (490 against 340 MB while articles of 64 KB were rendered).
 */
export const MEMORY_FLAGS = ['--max-semi-space-size=8']
