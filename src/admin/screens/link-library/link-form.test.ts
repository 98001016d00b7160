import { describe, expect, test } from 'vitest'
import { checkLink, withTitle } from './link-form.ts'

const typed = (text: string, start = { title: '', url: '' }) =>
  [...text].reduce((values, sign) => withTitle(values, values.title + sign), start)

describe('form of a link', () => {
  test('[LINK-2] a title that is a valid address fills an empty URL, character by character', () => {
    expect(typed('https://ollama.example/x')).toEqual({
      title: 'https://ollama.example/x',
      url: 'https://ollama.example/x',
    })
  })

  test('a URL typed by hand is never changed', () => {
    expect(typed('https://b.example', { title: '', url: 'https://a.example' }).url).toBe('https://a.example')
  })

  test('a title that is no address leaves the URL alone', () => {
    expect(typed('Idee: Artikel über KI').url).toBe('')
    expect(withTitle({ title: 'https://a.example', url: 'https://a.example' }, 'Ollama').url).toBe('https://a.example')
  })

  test('both fields are required', () => {
    expect(checkLink({ title: ' ', url: 'https://a.example' })).toEqual({ title: 'Titel und URL sind erforderlich' })
    expect(checkLink({ title: 'x', url: '' })).toEqual({ url: 'Titel und URL sind erforderlich' })
  })

  test('the URL must be http or https', () => {
    expect(checkLink({ title: 'x', url: 'javascript:alert(1)' })).toHaveProperty('url')
    expect(checkLink({ title: 'x', url: 'https://a.example' })).toEqual({})
  })
})
