import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers by which reverse proxies, CDNs and tunnels show themselves. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|x-original-.+|x-envoy-.+|true-client-ip|cdn-loop|cf-.+|fly-.+)$/
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/

/**
 * Whether a request shows that it came through a proxy or tunnel, by a header of theirs or by a Host that is not this machine's, or
 * that a page of another site sent it. A tunnel that forwards bare TCP and is told to write a local Host cannot be seen.
 */
export const isRemote = (headers: IncomingHttpHeaders): boolean =>
  !LOCAL_HOST.test(headers.host ?? '') ||
  (headers.origin !== undefined && !LOCAL_HOST.test(headers.origin.replace(/^https?:\/\//, ''))) ||
  Object.keys(headers).some((name) => PROXY_HEADER.test(name))

/** From this machine, and nothing stands between. */
export const isDirect = ({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !isRemote(headers)

const ONLY_LOCAL = `这里是自动开启的演示，只回答本机的访问（http://localhost 或 http://127.0.0.1），而这个请求经过了代理、隧道或别的域名，或来自别的网站。
正式使用请设置 PUBLIC_URL 并运行 npm run admin -- create，见 docs/deployment.md；确实要让别人使用公开密码的演示，请设置 DEMO=true。
`

/** Hook of a demo that is on by default (`isLocal`) and not by `DEMO=true`: 403 for requests from elsewhere than this machine. */
export function refuseRemote(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (!isRemote(request.headers)) return done()
  void reply.status(403).type('text/plain; charset=utf-8').send(ONLY_LOCAL)
}
