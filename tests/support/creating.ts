import { expect } from 'vitest'
import type { TestAccount } from './test-app.ts'

/** Makes records through the API, of the account there is by then; whatever is refused fails. */
export function creating<T>(path: string, account: () => TestAccount) {
  return async (input: Record<string, unknown>): Promise<T> => {
    const { status, body } = await account().call('POST', path, input)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
}
