import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerToken, hashToken } from '../auth/token.ts'
import { isDirect } from './direct-request.ts'

/** Whether the operator calls: from this machine with nothing between, or with the token. */
export function isInternal(token: string): (request: FastifyRequest) => boolean {
  const wanted = token && hashToken(token)
  return (request) => {
    const given = bearerToken(request.headers.authorization)
    return isDirect(request) || (wanted !== '' && hashToken(given).equals(wanted))
  }
}

/** Others see nothing, pages of other sites too. */
export function internalOnly(token: string) {
  const mayRead = isInternal(token)
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    void reply.removeHeader('access-control-allow-origin')
    if (mayRead(request)) return done()
    void reply.status(404).type('text/plain').send('404 page not found')
  }
}
