import { isIPv6 } from 'node:net'

/**
 * What limits per address count: an IPv4 address, also one mapped into IPv6, or the /64 network of an IPv6 address. A single host owns
 * its /64 and could use 2^64 addresses. Some proxies add the port, which is another one for every connection.
 */
export function limitAddress(address: string): string {
  const withoutPort = address.replace(/^\[([^\]]+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/, '$1$2')
  const [withoutZone = ''] = withoutPort.split('%', 1)
  if (!isIPv6(withoutZone)) return withoutPort
  const groups = groupsOf(withoutZone)
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return bytesOf(groups.slice(6)).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight 16-bit groups. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::', 2).map(readGroups)
  if (tail === undefined) return [...head]
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

function readGroups(text: string): number[] {
  return text === ''
    ? []
    : text.split(':').flatMap((group) => (group.includes('.') ? readIPv4(group) : Number.parseInt(group, 16)))
}

function readIPv4(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

const bytesOf = (groups: number[]): number[] => groups.flatMap((group) => [group >> 8, group & 255])
