import type { Stage } from '../../testing/stage.ts'
import { tinyPng } from '../../testing/tiny-png.ts'
import type { Source } from '../../views.ts'
import type { Exchange } from './samples.ts'
import { type Shape, shapeOf } from './shape.ts'

/** Odd answers that an adapter must understand and that the simulator has no wish to give. */
export const ODD =
  /-http-5\d\d$|^send-not-json$|^send-without-id$|-number-strings$|^error-only-extra$|^send-text-code-200$/

export type Alike = { status: number; answer: Shape }

/** Sends the sample's own request. Its picture is a stump, so a whole one goes in its place. */
export async function ask(
  stage: Stage,
  source: Source,
  { request }: Exchange,
  headers: Record<string, string> = {},
): Promise<Response> {
  const query = new URLSearchParams(request.query).toString()
  const { 'content-type': type, ...rest } = request.headers
  const body = bodyOf(request)
  return fetch(`${stage.url}/${source}${request.path}${query && `?${query}`}`, {
    method: request.method,
    headers: { ...rest, ...headers, ...(request.json && type ? { 'content-type': type } : {}) },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
  })
}

function bodyOf({ json, form, multipart }: Exchange['request']) {
  if (json) return JSON.stringify(json)
  if (form) return new URLSearchParams(form)
  if (!multipart) return undefined
  const picture = new FormData()
  picture.set(multipart[0]?.name ?? '', new Blob([tinyPng(1080, 1440)]), 'wardrobe.png')
  return picture
}

/** What must agree: the status, and the fields with their JSON types. */
export async function shownBy(response: Response): Promise<Alike> {
  return { status: response.status, answer: shapeOf(await response.json()) }
}

export const shownBySample = ({ response }: Exchange): Alike => ({
  status: response?.status ?? 0,
  answer: shapeOf(JSON.parse(response?.body ?? 'null')),
})
