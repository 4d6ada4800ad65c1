import { createHmac } from 'node:crypto'

/** The application the simulator knows out of the box, as in tests. A server accepts no calls signed with these. */
export const demoCredentials = {
  douyin: {
    clientKey: 'awsim0001',
    clientSecret: 'simulator-douyin-secret-0001',
  },
  redbook: {
    appId: 'rbsim0001',
    appSecret: 'simulator-redbook-secret-0001',
    /** 16 bytes as 32 hex characters. */
    cryptoKey: '5f72757775206465616d6f206b657931',
    /** What our own operator would get once from the ad platform; the simulator takes it any number of times. */
    operatorAuthCode: 'simulator-operator-auth-code',
  },
}

export type Credentials = typeof demoCredentials

/** The secrets of a server's own simulator; the server derives the same from the same key. */
export function credentialsOf(key: string): Credentials {
  const secret = (name: string) => createHmac('sha256', key).update(name).digest('hex')
  return {
    douyin: { ...demoCredentials.douyin, clientSecret: secret('douyin client secret') },
    redbook: {
      ...demoCredentials.redbook,
      appSecret: secret('redbook app secret'),
      cryptoKey: secret('redbook crypto key').slice(0, 32),
    },
  }
}

export const DEMO_APP_NAME = '如晤'
