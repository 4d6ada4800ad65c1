import '@fastify/swagger'
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const HUES = [212, 168, 262, 338, 28, 96, 190, 302]

/** SVG avatar for users without a picture; deterministic for an id. */
function drawAvatar(userId: string): string {
  const [hue = 0, skin = 0, hair = 0, shape = 0] = createHash('sha256').update(userId).digest()
  const ground = HUES[hue % HUES.length] ?? 212
  const face = ['#f6d7bd', '#f1c7a6', '#e6b48d', '#fbe3d0'][skin % 4]
  const top = ['#3b3035', '#4a3b32', '#2d3340', '#6a4a3a'][hair % 4]
  const hairPath = [
    'M18 26c0-9 6-14 14-14s14 5 14 14c-4-5-9-7-14-7s-10 2-14 7z',
    'M17 34V25c0-8 7-13 15-13s15 5 15 13v9c-2-8-4-12-8-13-5 3-14 3-17 1-3 3-4 6-5 12z',
    'M19 24c2-8 7-12 13-12 8 0 13 5 13 12-3-3-6-4-10-4-6 0-10 1-16 4z',
  ][shape % 3]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${ground} 42% 90%)"/><path d="M10 64c1-13 10-19 22-19s21 6 22 19z" fill="hsl(${ground} 34% 58%)"/><path d="M27 38h10v9c-2 3-8 3-10 0z" fill="${face}"/><ellipse cx="32" cy="29" rx="12" ry="13" fill="${face}"/><path d="${hairPath}" fill="${top}"/><g fill="#3b3035"><circle cx="27.500" cy="30" r="1.300"/><circle cx="36.500" cy="30" r="1.300"/></g><path d="M29 36c2 1.500 4 1.500 6 0" fill="none" stroke="#8c5a48" stroke-width="1.200" stroke-linecap="round"/></svg>`
}

/** Public: the picture is computed from the requested id and reveals nothing else about the user. */
export function avatarRoutes(app: FastifyInstance): void {
  app.get<{ Params: { userId: string } }>('/avatar/:userId', { schema: { hide: true } }, async (request, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(drawAvatar(request.params.userId)),
  )
}
