import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useUpdateMedia } from '../../data/media.ts'
import { toastRefusal } from '../../ui/toast.tsx'

const PAUSE_MS = 400

type Focus = { x: number; y: number }

/** The focal point of a picture for cropping: a click on it, or two sliders. Saves itself. */
export function FocusField({ asset }: { asset: MediaAsset }) {
  const { focus, set } = useSavedFocus(asset)
  const { x, y } = focus
  const pick = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLButtonElement>) => {
    const box = currentTarget.getBoundingClientRect()
    set({ x: share(clientX - box.left, box.width), y: share(clientY - box.top, box.height) })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="text-s text-fg-2">Bildausschnitt</legend>
      <p className="mb-2 text-s text-fg-3">Klicken Sie auf das, was auf Karten immer zu sehen sein soll.</p>
      {/* The sliders are the accessible equivalent of the click. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        onPointerDown={pick}
        className="relative mx-auto block w-fit cursor-crosshair rounded-control"
      >
        <img
          src={asset.thumbnail_url}
          alt=""
          draggable={false}
          className="block max-h-44 max-w-full rounded-control bg-hover"
        />
        <span
          className="pointer-events-none absolute size-5 -translate-1/2 rounded-full border-2 border-page bg-accent/60 outline-2 outline-accent"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      </button>
      <div className="mt-3 flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <Slider label="Waagerecht" value={x} onChange={(value) => set({ x: value, y })} />
          <Slider label="Senkrecht" value={y} onChange={(value) => set({ x, y: value })} />
        </div>
        <img
          src={asset.thumbnail_url}
          alt=""
          className="aspect-3/2 w-24 flex-none rounded-control bg-hover object-cover"
          style={{ objectPosition: `${x}% ${y}%` }}
        />
      </div>
    </fieldset>
  )
}

function Slider({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <label className="flex items-center gap-2 text-s text-fg-2 max-md:min-h-11">
      <span className="w-20 flex-none">{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        aria-valuetext={`${value} Prozent`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-w-0 flex-1 accent-accent"
      />
    </label>
  )
}

/** The focal point set here. It is saved after a pause and on unmount. */
function useSavedFocus(asset: MediaAsset): { focus: Focus; set: (focus: Focus) => void } {
  const update = useUpdateMedia()
  const [chosen, setChosen] = useState<Focus | null>(null)
  const save = () => {
    if (!chosen) return
    setChosen(null)
    update.mutate(
      { id: asset.id, focus_x: chosen.x, focus_y: chosen.y },
      { onError: (error) => toastRefusal(error, 'Fehler beim Speichern', { id: `focus-${asset.id}` }) },
    )
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (!chosen) return
    const timer = setTimeout(() => latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [chosen])
  useEffect(() => () => latest.current(), [])
  return { focus: chosen ?? { x: asset.focus_x, y: asset.focus_y }, set: setChosen }
}

const share = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 100)
