import { expect, test } from 'vitest'
import { readSidebarOpen, sidebarCookie } from './sidebar-state.ts'

test('[SHELL-3] the sidebar is open unless its cookie says otherwise', () => {
  expect(readSidebarOpen('')).toBe(true)
  expect(readSidebarOpen('a=b; sidebar:state=true')).toBe(true)
  expect(readSidebarOpen('a=b; sidebar:state=false; c=d')).toBe(false)
  expect(readSidebarOpen('xsidebar:state=false')).toBe(true)
})

test('[SHELL-3] the cookie lives for seven days', () => {
  expect(sidebarCookie(false)).toBe('sidebar:state=false; path=/; max-age=604800; samesite=lax')
})
