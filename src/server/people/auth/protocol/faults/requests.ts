import { MAX_DEPTH, MAX_VALUES } from '../../../../platform/http/body.ts'
import type { Faults } from './fault.ts'

/** Refusals of any request. */
export const REQUEST_FAULTS = {
  bad_json: [400, 'bad_json', 'Could not parse request body as JSON', 'Der Inhalt der Anfrage ist kein gültiges JSON.'],
  nested_too_deep: [
    400,
    'bad_json',
    `Request body is nested too deep: at most ${MAX_DEPTH} levels`,
    `Der Inhalt der Anfrage ist zu tief geschachtelt: höchstens ${MAX_DEPTH} Ebenen.`,
  ],
  too_many_values: [
    400,
    'bad_json',
    `Request body holds too many values: at most ${MAX_VALUES}`,
    `Der Inhalt der Anfrage hat zu viele Werte: höchstens ${MAX_VALUES.toLocaleString('de-DE')}.`,
  ],
  body_too_large: [413, 'validation_failed', 'Request body is too large', 'Der Inhalt der Anfrage ist zu groß.'],
  invalid_field: [
    400,
    'validation_failed',
    'A field of the request has the wrong type',
    'Ein Feld der Anfrage hat den falschen Typ.',
  ],
  invalid_text: [
    400,
    'validation_failed',
    'A text of the request contains characters that cannot be stored',
    'Ein Text der Anfrage enthält Zeichen, die sich nicht speichern lassen (NUL oder ein halbes Zeichen).',
  ],
  invalid_api_key: [401, 'invalid_api_key', 'Invalid API key', 'Der öffentliche Schlüssel ist ungültig.'],
  unsupported_grant: [
    400,
    'validation_failed',
    'unsupported_grant_type',
    'Diese Art der Anmeldung gibt es hier nicht.',
  ],
  web3_disabled: [
    422,
    'web3_provider_disabled',
    'Web3 provider is disabled',
    'Die Anmeldung per Wallet ist abgeschaltet.',
  ],
  saml_disabled: [404, 'saml_provider_disabled', 'SAML 2.0 is disabled', 'SAML 2.0 ist abgeschaltet.'],
  not_found: [404, 'not_found', 'There is no such endpoint', 'Diese Adresse gibt es nicht.'],
  method_not_allowed: [
    405,
    'method_not_allowed',
    'Method not allowed',
    'Diese Methode gibt es unter dieser Adresse nicht.',
  ],
  rate_limited: [
    429,
    'over_request_rate_limit',
    'Request rate limit reached',
    'Zu viele Versuche. Bitte warten Sie einen Moment.',
  ],
  // Server faults use a status at which clients keep the session and retry: 507 would sign them out.
  database_unavailable: [
    503,
    'unexpected_failure',
    'The database cannot be reached',
    'Die Datenbank ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  ],
  storage_full: [
    503,
    'unexpected_failure',
    'The server has no room left to write. Nothing was changed',
    'Auf dem Server ist kein Speicherplatz mehr frei. Es wurde nichts geändert.',
  ],
  moving: [
    503,
    'unexpected_failure',
    'The blog is moving and takes no writes',
    'Der Blog zieht gerade um. Lesen geht weiter; Anmelden geht in wenigen Minuten wieder.',
  ],
  moved: [
    503,
    'unexpected_failure',
    'The blog has moved and takes no writes here',
    'Der Blog ist umgezogen; hier wird nur noch gelesen. Anmelden können Sie sich am neuen Ort. Wo der ist, weiß, wer den Server betreut.',
  ],
  unexpected_failure: [
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    'Auf dem Server ist ein Fehler aufgetreten.',
  ],
} as const satisfies Faults
