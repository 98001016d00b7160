/**
 * Refusals by name: HTTP status, code, and the sentence in English (docs/reference/auth-protocol.md §10) and German
 * (RUL-26). Several sentences may share a code; clients match codes, and fragments of the English sentences.
 */
export type Faults = Record<string, readonly [status: number, code: string, english: string, german: string]>
