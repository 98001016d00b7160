import { expect } from 'vitest'
import type { TestAccount } from './test-app.ts'

/** Creates records through the API as the current account; throws on any refusal. */
export function creating<T>(path: string, account: () => TestAccount) {
  return async (input: Record<string, unknown>): Promise<T> => {
    const { status, body } = await account().call('POST', path, input)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
}
