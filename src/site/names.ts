/** Names of people as one reads them: `Jana Öztürk, Ali Kaya und Timo Brandt`. */
export function namesInWords(people: readonly { name: string }[]): string {
  return new Intl.ListFormat('de').format(people.map(({ name }) => name))
}
