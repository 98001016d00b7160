import type { Faults } from './fault.ts'

/** Sign-in providers, their callback, and codes of redirects. */
export const PROVIDER_FAULTS = {
  unsupported_provider: [
    400,
    'validation_failed',
    'Unsupported provider: provider is not enabled',
    'Dieser Anmeldedienst ist nicht eingerichtet.',
  ],
  email_unproven: [
    422,
    'email_exists',
    'An account with this email address exists. Sign in with its password and link the provider there',
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melden Sie sich mit dem Passwort an und verknüpfen Sie den Anmeldedienst unter „Konto“.',
  ],
  provider_email_unverified: [
    422,
    'provider_email_needs_verification',
    'The provider has not verified an email address for this user',
    'Der Anmeldedienst hat keine bestätigte E-Mail-Adresse mitgeteilt.',
  ],
  provider_unreachable: [
    502,
    'unexpected_failure',
    'The provider does not answer',
    'Der Anmeldedienst ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
  ],
  bad_oauth_state: [
    400,
    'bad_oauth_state',
    'OAuth state parameter is invalid or was used before',
    'Diese Anmeldung ist nicht mehr gültig. Bitte beginnen Sie von vorn.',
  ],
  bad_oauth_callback: [
    400,
    'bad_oauth_callback',
    'The answer of the provider could not be verified',
    'Die Antwort des Anmeldedienstes ließ sich nicht prüfen. Bitte beginnen Sie von vorn.',
  ],
  identity_already_exists: [
    422,
    'identity_already_exists',
    'Identity is already linked to a user',
    'Diese Anmeldung ist schon mit einem Konto verknüpft.',
  ],
  single_identity_not_deletable: [
    422,
    'single_identity_not_deletable',
    'User must have at least 1 identity after unlinking',
    'Die letzte Anmeldemöglichkeit kann nicht entfernt werden.',
  ],
  identity_not_found: [422, 'identity_not_found', 'Identity not found', 'Diese Verknüpfung gibt es nicht.'],
  manual_linking_disabled: [
    404,
    'manual_linking_disabled',
    'Manual linking is disabled',
    'Das Verknüpfen von Anmeldediensten ist abgeschaltet.',
  ],
  flow_state_not_found: [
    404,
    'flow_state_not_found',
    'invalid flow state, no valid flow state found',
    'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.',
  ],
  flow_state_expired: [
    422,
    'flow_state_expired',
    'invalid flow state, flow state has expired',
    'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.',
  ],
  bad_code_verifier: [
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
    'Diese Anmeldung hat in einem anderen Browser begonnen. Bitte beginnen Sie von vorn.',
  ],
  missing_code: [
    400,
    'validation_failed',
    'invalid request: both auth code and code verifier should be non-empty',
    'Die Angaben „auth_code“ und „code_verifier“ fehlen.',
  ],
  invalid_challenge: [
    400,
    'validation_failed',
    'PKCE flow requires code_challenge (43 to 128 characters) and code_challenge_method (s256 or plain)',
    'Die Angaben „code_challenge“ und „code_challenge_method“ sind ungültig.',
  ],
} as const satisfies Faults
