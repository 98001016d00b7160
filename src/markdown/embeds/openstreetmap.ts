import { type Embed, plainHost, type Provider } from './provider.ts'

const VIEW = /(?:^|&|#)map=(\d{1,2})\/(-?\d{1,2}(?:\.\d{1,8})?)\/(-?\d{1,3}(?:\.\d{1,8})?)/
const DEGREES = /^-?\d{1,3}(?:\.\d{1,12})?$/
/** A map of this width shows the whole world at zoom 0 (pixels; the frame has about this size). */
const TILE = 256
const WIDTH = 832

type View = { box: number[]; zoom: number; lat: number; lon: number }

/** The view of a map page: `#map=15/52.5163/13.3777`. */
function viewOf(url: URL): View | null {
  const [, zoom = '', lat = '', lon = ''] = VIEW.exec(url.hash) ?? []
  if (zoom === '') return null
  const across = (WIDTH / TILE) * (360 / 2 ** Number(zoom))
  const down = across * (9 / 16) * Math.cos((Number(lat) * Math.PI) / 180)
  const [x, y] = [Number(lon), Number(lat)]
  const box = [x - across / 2, y - down / 2, x + across / 2, y + down / 2]
  return { box, zoom: Number(zoom), lat: y, lon: x }
}

/** The view of a pasted frame: `bbox=13.3,52.4,13.4,52.5`. */
function boxOf(url: URL): View | null {
  const numbers = (url.searchParams.get('bbox') ?? '').split(',')
  if (numbers.length !== 4 || !numbers.every((number) => DEGREES.test(number))) return null
  const box = numbers.map(Number)
  const [west, south, east, north] = box as [number, number, number, number]
  const zoom = Math.round(Math.log2(((WIDTH / TILE) * 360) / Math.max(east - west, 1e-6)))
  return { box, zoom: Math.min(19, Math.max(1, zoom)), lat: (south + north) / 2, lon: (west + east) / 2 }
}

/** The position of the marker, if any. */
function pinOf(url: URL): [string, string] | null {
  const [lat = '', lon = ''] = url.searchParams.get('marker')?.split(',') ?? [
    url.searchParams.get('mlat') ?? '',
    url.searchParams.get('mlon') ?? '',
  ]
  return DEGREES.test(lat) && DEGREES.test(lon) ? [lat, lon] : null
}

export const openstreetmap: Provider = {
  hints: ['openstreetmap.', 'osm.org'],
  read(url): Embed | null {
    if (!['openstreetmap.org', 'osm.org'].includes(plainHost(url))) return null
    const isFrame = url.pathname === '/export/embed.html'
    const view = isFrame ? boxOf(url) : url.pathname === '/' ? viewOf(url) : null
    if (!view) return null
    const pin = pinOf(url)
    const round = (degrees: number) => Number(degrees.toFixed(5))
    const box = view.box.map(round).join(',')
    const query = pin ? `?mlat=${pin[0]}&mlon=${pin[1]}` : ''
    return {
      address: `https://www.openstreetmap.org/${query}#map=${view.zoom}/${round(view.lat)}/${round(view.lon)}`,
      frame: `https://www.openstreetmap.org/export/embed.html?bbox=${encodeURIComponent(box)}&layer=mapnik${pin ? `&marker=${pin[0]}%2C${pin[1]}` : ''}`,
      host: 'openstreetmap.org',
      kind: 'map',
      height: null,
      facts: null,
    }
  },
}
