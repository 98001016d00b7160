import { expect, test } from 'vitest'
import { readSidebarOpen, sidebarCookie } from './sidebar-state.ts'

test('[SHELL-3] the sidebar is open unless its cookie says otherwise', () => {
  expect(readSidebarOpen('', 'roomy')).toBe(true)
  expect(readSidebarOpen('a=b; sidebar:state=true', 'roomy')).toBe(true)
  expect(readSidebarOpen('a=b; sidebar:state=false; c=d', 'roomy')).toBe(false)
  expect(readSidebarOpen('xsidebar:state=false', 'roomy')).toBe(true)
})

test('[WEEK-1] with little room the sidebar is folded unless it was opened there', () => {
  expect(readSidebarOpen('', 'tight')).toBe(false)
  expect(readSidebarOpen('sidebar:state=true', 'tight')).toBe(false)
  expect(readSidebarOpen('sidebar:state=false; sidebar:tight=true', 'tight')).toBe(true)
})

test('[SHELL-3] the cookie lives for seven days', () => {
  expect(sidebarCookie(false, 'roomy')).toBe('sidebar:state=false; path=/; max-age=604800; samesite=lax')
  expect(sidebarCookie(true, 'tight')).toBe('sidebar:tight=true; path=/; max-age=604800; samesite=lax')
})
