/**
 * The application the simulator knows out of the box. They open nothing but the simulator: the server carries the
 * same values for its demo, and both sides may be given others.
 */
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

export const DEMO_APP_NAME = '如晤'
