// Baseline for screens: the smallest React page, and the smallest swap of its content.
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

function EmptyPage() {
  const [turn, setTurn] = useState(0)
  return createElement(
    'main',
    null,
    createElement('a', { href: '#next', onClick: () => setTurn(turn + 1) }, 'Next'),
    createElement('h1', { key: turn, 'data-ready': '', 'data-turn': turn }, 'Empty React page'),
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(createElement(EmptyPage))
