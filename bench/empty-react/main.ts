// The least a React page can be: what the screens of the product are measured beside.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (root) createRoot(root).render(createElement('h1', { 'data-ready': '' }, 'Empty React page'))
