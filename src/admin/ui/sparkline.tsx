const WIDTH = 96
const HEIGHT = 24

/** A line of numbers, oldest left, the highest at the top; what it says stands beside it in words. */
export function Sparkline({ values, className = '' }: { values: readonly number[]; className?: string }) {
  const highest = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, at) => `${(at * step).toFixed(1)},${(HEIGHT - 1 - (value / highest) * (HEIGHT - 2)).toFixed(1)}`,
  )
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`h-6 w-24 flex-none text-fg-2 ${className}`}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
