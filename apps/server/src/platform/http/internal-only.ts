import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerToken, hashToken } from '../auth/token.ts'

const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** For the operator: callers on this machine that no proxy stands for, and those with the token. Others see nothing, pages of other sites too. */
export function internalOnly(token: string) {
  const wanted = token && hashToken(token)
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    void reply.removeHeader('access-control-allow-origin')
    const given = bearerToken(request.headers.authorization)
    if (isDirect(request) || (wanted && hashToken(given).equals(wanted))) return done()
    void reply.status(404).type('text/plain').send('404 page not found')
  }
}

const isDirect = ({ socket, headers }: FastifyRequest): boolean =>
  /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '') && !FORWARDED.some((name) => name in headers)
