/**
 * How node keeps the product's memory: young objects are collected after 8 MB of them instead of 16. Long texts leave large
 * strings behind, and collected late they cost 150 MB more (490 against 340 MB while articles of 64 KB were rendered).
 *
 * All objects begin as young ones. By itself V8 makes some old at once where their like once lived on, for good: one process in
 * six, by chance of its first seconds, took what node makes of a request for such, and everything a request holds lived on with
 * it. It answered 25,000 cached pages a second instead of 50,000, its slowest hundredth in 12 ms instead of 2 (ADR 54).
 */
export const MEMORY_FLAGS = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring']

/**
 * How glibc keeps it: buffers from 64 KB on are given back to the system as soon as they are freed. By itself glibc raises that
 * mark with every large buffer it sees, up to 32 MB, and what was freed stays with the process: five long texts read and
 * written left 216 MiB where 150 do. A body arrives in pieces of 64 KB: at a mark of 128 KB large ones left holes that nothing
 * gave back (85 against 52 MB of glibc's heap after the hostile JSON, 404 against 354 MiB at most in that run). Its threads share two places to allocate from instead of having one each, of which each keeps
 * what it once held (174 against 161 MiB after pictures of all kinds). Other C libraries do not know the names.
 */
export const MEMORY_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '2' }
