import { ORPCError } from '@orpc/client'

/**
 * The closed list of error codes a caller can meet under `/api`, `/storage/v1` and `/functions/v1`, each with its HTTP
 * status and a default sentence. The auth protocol has codes of its own (docs/reference/auth-protocol.md §3).
 */
export const API_ERRORS = {
  validation_failed: { status: 400, message: 'Die Eingabe ist unvollständig oder ungültig.' },
  invalid_json: { status: 400, message: 'Der Inhalt der Anfrage ist kein gültiges JSON.' },
  unauthorized: { status: 401, message: 'Bitte melden Sie sich an.' },
  invalid_api_key: { status: 401, message: 'Der öffentliche Schlüssel ist ungültig.' },
  approval_pending: { status: 403, message: 'Ihr Konto wartet auf Freigabe.' },
  blocked: { status: 403, message: 'Ihr Konto ist gesperrt.' },
  insufficient_aal: { status: 403, message: 'Bitte bestätigen Sie die Anmeldung mit Ihrem zweiten Faktor.' },
  proof_required: { status: 403, message: 'Bitte bestätigen Sie zuerst, dass Sie es sind.' },
  token_scope: { status: 403, message: 'Dieses Token darf nur Einträge in die Inbox legen.' },
  own_text: { status: 403, message: 'Den eigenen Text gibt jemand anderes frei.' },
  role_forbidden: { status: 403, message: 'Ihre Rolle erlaubt das nicht.' },
  owner_only: { status: 403, message: 'Das dürfen nur Inhaber.' },
  not_found: { status: 404, message: 'Das gibt es nicht oder nicht mehr.' },
  method_not_allowed: { status: 405, message: 'Diese Methode gibt es unter dieser Adresse nicht.' },
  version_conflict: { status: 409, message: 'Inzwischen gibt es eine neuere Fassung.' },
  steps_gone: { status: 409, message: 'Dieser Stand des Textes wird nicht mehr mitgeführt.' },
  approval_required: {
    status: 409,
    message: 'Vier-Augen-Prinzip: Diesen Text hat noch niemand anderes freigegeben.',
  },
  suggestion_state: { status: 409, message: 'Dieser Vorschlag ist schon entschieden.' },
  slug_taken: { status: 409, message: 'Diese Adresse ist schon vergeben.' },
  name_taken: { status: 409, message: 'Diesen Namen gibt es schon.' },
  being_uploaded: {
    status: 409,
    message: 'Unter diesem Namen wird gerade etwas hochgeladen. Bitte versuchen Sie es gleich noch einmal.',
  },
  name_in_trash: {
    status: 409,
    message:
      'Unter diesem Namen liegt etwas im Papierkorb. Bitte stellen Sie es wieder her oder löschen Sie es dort endgültig.',
  },
  already_in_inbox: { status: 409, message: 'Diese Adresse steht schon in der Inbox.' },
  feed_exists: { status: 409, message: 'Dieser Feed steht schon in der Liste.' },
  redirect_exists: { status: 409, message: 'Diese alte Adresse leitet schon weiter.' },
  import_state: { status: 409, message: 'Das geht bei diesem Import nicht mehr.' },
  no_second_factor: {
    status: 409,
    message: 'Richten Sie zuerst einen zweiten Faktor ein: Ohne ihn öffnet ein Wiederherstellungscode nichts.',
  },
  recovery_code_invalid: {
    status: 422,
    message: 'Dieser Wiederherstellungscode stimmt nicht oder wurde schon benutzt.',
  },
  issue_exists: { status: 409, message: 'Dieser Artikel ist schon als Newsletter verschickt oder vorgemerkt.' },
  issue_state: { status: 409, message: 'Das geht bei dieser Ausgabe nicht mehr.' },
  last_owner: { status: 409, message: 'Mindestens ein Inhaber muss bleiben.' },
  already_running: { status: 409, message: 'Es wird gerade schon gesichert.' },
  payload_too_large: { status: 413, message: 'Der Inhalt der Anfrage ist zu groß.' },
  unsupported_media_type: { status: 415, message: 'Erwartet wird Content-Type: application/json.' },
  feed_failed: { status: 422, message: 'Der Feed konnte nicht gelesen werden.' },
  backup_unreadable: { status: 422, message: 'Die Sicherung lässt sich nicht lesen.' },
  rate_limited: { status: 429, message: 'Zu viele Anfragen. Bitte versuchen Sie es gleich noch einmal.' },
  unsupported: { status: 501, message: 'Diese Funktion gibt es hier nicht.' },
  /** The database does not answer: nobody can even be known. In brackets why, as the system gives it. */
  database_unavailable: { status: 503, message: 'Die Datenbank ist nicht erreichbar.' },
  /** The bucket of pictures and files does not answer; texts are not in it. */
  storage_unavailable: {
    status: 503,
    message:
      'Die Dateiablage ist nicht erreichbar. Es wurde nichts geändert. Texte lassen sich weiter lesen und schreiben; bitte versuchen Sie es mit Bildern und Dateien gleich noch einmal.',
  },
  /** The blog is on its way to another database or store, and only read meanwhile (RUL-55). */
  moving: {
    status: 503,
    message: 'Der Blog zieht gerade um. Lesen geht weiter; Speichern geht in wenigen Minuten wieder.',
  },
  storage_full: {
    status: 507,
    message:
      'Auf dem Server ist kein Speicherplatz mehr frei. Es wurde nichts geändert. Bitte Platz schaffen und noch einmal versuchen.',
  },
  internal_error: { status: 500, message: 'Auf dem Server ist ein Fehler aufgetreten.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ApiErrorCode = keyof typeof API_ERRORS

/** One refused field: its name as on the wire (dots for nesting) and the reason in German. */
export type FieldFault = { field: string; reason: string }

/** What an error carries beside code and message: refused fields, the current record (409), a free proposal (slug). */
export type ApiErrorDetails = { fields?: FieldFault[]; current?: unknown; proposal?: string }

/**
 * The error services throw; callers get it as `{code, message, fields?, current?, proposal?}` (`platform/http/error-body.ts`).
 */
export class ApiError extends ORPCError<ApiErrorCode, ApiErrorDetails> {
  constructor(code: ApiErrorCode, details: ApiErrorDetails & { message?: string } = {}) {
    const { message, ...data } = details
    super(code, { status: API_ERRORS[code].status, message: message ?? API_ERRORS[code].message, data })
  }
}

/** The record, or 404 `not_found`. */
export function found<T>(record: T | null): T {
  if (record === null) throw new ApiError('not_found')
  return record
}

/** `validation_failed` for a single field. */
export function invalidField(field: string, reason: string): ApiError {
  return new ApiError('validation_failed', { message: reason, fields: [{ field, reason }] })
}

/** True for an error of the closed list, on either side of the wire. */
export function isApiError(error: unknown, code?: ApiErrorCode): error is ORPCError<ApiErrorCode, ApiErrorDetails> {
  return error instanceof ORPCError && error.code in API_ERRORS && (code === undefined || error.code === code)
}
