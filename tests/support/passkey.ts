import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Deliberate errors for a test. */
export type Deviation = { origin?: string; challenge?: string; rpId?: string; counter?: number }

/**
 * A software authenticator: creates one ES256 passkey and signs with it, in the JSON form that browsers give to
 * clients. With `verifies` it says that it has verified its user.
 */
export function softwarePasskey(origin: string, { verifies = false }: { verifies?: boolean } = {}) {
  const verified = verifies ? 0x04 : 0
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin: deviation.origin ?? origin })
  const authenticatorData = (rpId: string, flags: number, deviation: Deviation) => {
    counter = deviation.counter ?? counter + 1
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), head])
  }
  const answer = (response: Record<string, unknown>) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** Implements `navigator.credentials.create`. */
    create({ challenge, rp }: { challenge: string; rp: { id?: string } }, deviation: Deviation = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // Hand-written CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053), then {fmt, attStmt, authData} (WebAuthn
      // §6.5).
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = Buffer.concat([authenticatorData(rp.id ?? '', 0x41 | verified, deviation), attested])
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, deviation)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      })
    },
    /** Implements `navigator.credentials.get`. */
    get({ challenge, rpId = '' }: { challenge: string; rpId?: string }, deviation: Deviation = {}) {
      const data = clientData('webauthn.get', challenge, deviation)
      const authData = authenticatorData(rpId, 0x01 | verified, deviation)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey)
      return answer({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      })
    },
  }
}
