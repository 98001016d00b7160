import { expect, test } from 'vitest'
import { startTestApp } from '../../../tests/support/test-app.ts'

test('colleagues know each other by name, nobody by address', async () => {
  const app = await startTestApp()
  try {
    const owner = await app.register()
    const editor = await app.register()
    await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    const user_metadata = JSON.stringify({ name: 'Åsa Berg' })
    await app.db.updateTable('users').set({ user_metadata }).where('id', '=', owner.id).execute()
    const { status, body } = await editor.call('GET', '/api/users/people')
    expect(status).toBe(200)
    expect(body.items).toEqual([
      { id: owner.id, name: 'Åsa Berg' },
      { id: editor.id, name: editor.email.split('@')[0] },
    ])
  } finally {
    await app.stop()
  }
})
