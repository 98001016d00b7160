import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAuth } from './auth-context.tsx'

test('[SESS-9] using the auth context outside its provider is an error', () => {
  function Lonely() {
    return <p>{useAuth().state.status}</p>
  }
  expect(() => renderToStaticMarkup(<Lonely />)).toThrow('useAuth must be used within an AuthProvider')
})
