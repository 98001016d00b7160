/** The three zones of the bar above the text, or above what is in its place. */
export const barZonesClass =
  'grid grid-cols-[minmax(0,1fr)_auto_minmax(min-content,1fr)] items-center px-1 md:gap-2 md:pr-4 md:pl-3'

/** The button at the start of the bar that leads back; without room it is an arrow. */
export const backButtonClass = (wide: boolean) => (wide ? 'px-2.5!' : 'w-11 px-0! md:w-9 [&>svg]:ml-0!')
