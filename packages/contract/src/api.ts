import { agentApi } from './agent.ts'
import { authApi } from './auth.ts'
import { cardRuleApi } from './card-rule.ts'
import { channelApi } from './channel.ts'
import type { Endpoint } from './endpoint.ts'
import { enterpriseApi } from './enterprise.ts'
import { eventApi } from './event.ts'
import { materialApi } from './material.ts'
import { messageApi } from './message.ts'
import { roleApi } from './role.ts'

/** The whole core API, noun by noun: what the loop tests walk and what /docs shows. */
export const api = {
  auth: authApi,
  enterprise: enterpriseApi,
  agent: agentApi,
  role: roleApi,
  event: eventApi,
  channel: channelApi,
  material: materialApi,
  cardRule: cardRuleApi,
  message: messageApi,
}

export type NamedEndpoint = { name: string; endpoint: Endpoint }

export const allEndpoints = (): NamedEndpoint[] =>
  Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, endpoint: endpoint as Endpoint })),
  )
