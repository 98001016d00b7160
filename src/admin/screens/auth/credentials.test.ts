import { expect, test } from 'vitest'
import { asksForSetupCode, checkCredentials } from './credentials.ts'

test('[AUTH-1] an e-mail and a password of at least six characters are required', () => {
  expect(checkCredentials({ email: 'a@b.example', password: '123456' })).toEqual({})
  expect(checkCredentials({ email: '', password: '' })).toEqual({
    email: 'Bitte geben Sie Ihre E-Mail-Adresse ein',
    password: 'Bitte geben Sie ein Passwort ein',
  })
  expect(checkCredentials({ email: 'ohne-at', password: '12345' })).toEqual({
    email: 'Das ist keine gültige E-Mail-Adresse',
    password: 'Das Passwort braucht mindestens 6 Zeichen',
  })
})

test('the setup code is requested only if the server requires it (RUL-4)', () => {
  expect(checkCredentials({ email: 'a@b.example', password: '123456', code: '' })).toEqual({
    setup_code: 'Bitte geben Sie den Einrichtungscode ein',
  })
  expect(asksForSetupCode(Object.assign(new Error('x'), { code: 'setup_code_required' }))).toBe(true)
  expect(asksForSetupCode(Object.assign(new Error('x'), { code: 'signup_disabled' }))).toBe(false)
  expect(asksForSetupCode('setup_code')).toBe(false)
})
