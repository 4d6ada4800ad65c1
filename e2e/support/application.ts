import { createHash, randomBytes } from 'node:crypto'
import type { Server } from './server.ts'

/** Registers another application; answers what a browser brings along from it (`request`) and what only the application knows. */
export async function registerApplication(server: Server, name: string, back: string) {
  const said = await server.operate('admin/admin-command.ts', 'app', 'add', name, back)
  const clientId = /client_id (\w+)/.exec(said)?.[1] ?? ''
  const verifier = randomBytes(32).toString('base64url')
  const request = new URLSearchParams({
    client_id: clientId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'profile enterprise',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { clientId, verifier, request: request.toString() }
}
