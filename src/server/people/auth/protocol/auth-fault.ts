import { prefersGerman } from '../../../platform/http/headers.ts'
import { ACCOUNT_FAULTS } from './faults/accounts.ts'
import { FACTOR_FAULTS } from './faults/factors.ts'
import { MAIL_FAULTS } from './faults/mails.ts'
import { PROVIDER_FAULTS } from './faults/providers.ts'
import { REQUEST_FAULTS } from './faults/requests.ts'
import { SESSION_FAULTS } from './faults/sessions.ts'

/** Every refusal of the auth protocol, by subject. */
const AUTH_FAULTS = {
  ...REQUEST_FAULTS,
  ...ACCOUNT_FAULTS,
  ...SESSION_FAULTS,
  ...FACTOR_FAULTS,
  ...PROVIDER_FAULTS,
  ...MAIL_FAULTS,
}

export type FaultName = keyof typeof AUTH_FAULTS

/** A refusal of the auth protocol, thrown by its services. */
export class AuthFault extends Error {
  readonly fault: FaultName
  readonly status: number
  readonly code: string
  /** Seconds until the next attempt (429). */
  readonly retryAfter: number | undefined

  constructor(fault: FaultName, retryAfter?: number) {
    const [status, code, english] = AUTH_FAULTS[fault]
    super(english)
    this.fault = fault
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export const API_VERSION = '2024-01-01'

/** True when a client speaks version `2024-01-01` of the protocol or later (docs/reference/auth-protocol.md §2). */
export function speaksVersion(header: string | undefined): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(header ?? '') && (header ?? '') >= API_VERSION
}

/** The body of a refusal in the shape and language its client requests. */
export function faultBody(
  error: AuthFault,
  request: { apiVersion?: string | undefined; acceptLanguage?: string | undefined },
) {
  const { status, code } = error
  const message = sentenceOf(error, request.acceptLanguage)
  const extra = error.fault === 'weak_password' ? { weak_password: { reasons: ['length'] } } : {}
  return speaksVersion(request.apiVersion)
    ? { code, message, ...extra }
    : { code: status, error_code: code, msg: message, ...extra }
}

/** The message of a refusal in the requested language. */
export function sentenceOf({ fault }: AuthFault, acceptLanguage: string | undefined): string {
  const [, , english, german] = AUTH_FAULTS[fault]
  return prefersGerman(acceptLanguage) ? german : english
}
