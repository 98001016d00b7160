import type { ReactNode } from 'react'
import { ThemeMenu } from '../../shell/theme-menu.tsx'

/** Frame of the sign-in pages: name and theme above, the link to the blog below. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[64px_1fr_56px]">
      <header className="flex items-center justify-between pr-2 pl-4 md:px-6">
        <span className="font-semibold tracking-[-0.006em]">Blog CMS</span>
        <ThemeMenu />
      </header>
      <main>
        <div className="mx-6 mt-14 md:mx-auto md:mt-[13vh] md:w-84">{children}</div>
      </main>
      <footer className="flex items-center justify-center text-s text-fg-2">
        <a href="/" className="rounded-control leading-11 transition-colors duration-120 hover:text-fg">
          Zur Website
        </a>
      </footer>
    </div>
  )
}
