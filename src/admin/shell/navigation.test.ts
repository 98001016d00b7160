import { expect, test } from 'vitest'
import { isAdminPath } from '../../nouns/admin-paths.ts'
import { NAVIGATION } from './navigation.tsx'

test('[SHELL-2] every entry of the navigation is an address the server knows', () => {
  expect(NAVIGATION.map((entry) => entry.to).filter((to) => !isAdminPath(to))).toEqual([])
})
