/**
 * The PostgreSQL servers of an address
 * (`postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`), each as an address of its own,
 * and the wanted kind of server. Throws one sentence if the address cannot be parsed.
 */
export function readServers(url: string): { addresses: string[]; target: string } {
  const [, scheme = '', rest = ''] = /^(postgres(?:ql)?:\/\/)(.*)$/.exec(url) ?? []
  const end = rest.search(/[/?]/)
  const authority = end === -1 ? rest : rest.slice(0, end)
  const [path = '', query] = (end === -1 ? '' : rest.slice(end)).split('?', 2)
  const parameters = new URLSearchParams(query)
  const target = parameters.get('target_session_attrs') ?? 'read-write'
  parameters.delete('target_session_attrs')
  const user = authority.slice(0, authority.lastIndexOf('@') + 1)
  const addresses = authority
    .slice(user.length)
    .split(',')
    .map((host) => `${scheme}${user}${host}${path}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`)
  for (const address of addresses) if (!URL.canParse(address)) throw new Error('keine vollständige Adresse')
  if (!['read-write', 'primary', 'any'].includes(target))
    throw new Error('target_session_attrs: erlaubt sind read-write, primary und any')
  // An address without a comma is passed to the driver unchanged.
  return { addresses: addresses.length > 1 || parameters.size > 0 ? addresses : [url], target }
}
