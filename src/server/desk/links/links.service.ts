import type { CreateLink, Link, UpdateLink } from '../../../contract/links.ts'
import { library } from '../library/library.service.ts'

export const links = library<Link, CreateLink, UpdateLink>('links')
