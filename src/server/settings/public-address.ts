import type { Config } from '../config.ts'
import { ownAddress } from '../platform/own-address.ts'
import type { FullSettings } from './settings.service.ts'

/**
 * The address that canonical links begin with, without a trailing slash: base_url where it is http(s), else the
 * server's own (RUL-32).
 */
export function publicAddress({ base_url }: Pick<FullSettings, 'base_url'>, config: Config): string {
  const typed = base_url.trim()
  const usable = /^https?:\/\//i.test(typed) && URL.canParse(typed)
  return (usable ? (typed.split(/[?#]/, 1)[0] ?? '') : ownAddress(config)).replace(/\/+$/, '')
}
