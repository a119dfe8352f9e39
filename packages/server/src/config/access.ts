// The accounts at other companies. One that is not given completely is null here; problems.ts has said so before.
import type { ProfileSettings } from '../gateways/incms-profile.ts'
import type { Values } from './variables.ts'

/** How the utility's vending interface is reached, and as whom. */
export interface UtilityAccess extends ProfileSettings {
  url: string
  vendorId: string
  vendorUser: string
  password: string
  /** OAuth client credentials, `id:secret`. */
  client: string
}

/** The account at Reloadly, which sells the airtime of every operator. */
export interface AirtimeAccess {
  url: string
  authUrl: string
  /** The audience of the access token: sandbox and live differ. */
  audience: string
  clientId: string
  clientSecret: string
}

/** How mail is sent: smtp://user:password@host:port, and the sender. */
export interface MailAccess {
  url: string
  from: string
}

/** The account at Africa's Talking. */
export interface SmsAccess {
  url: string
  user: string
  key: string
  /** The name or number that the phone shows; null: the provider's. */
  sender: string | null
}

export function utilityAccess(values: Values): UtilityAccess | null {
  const {
    FLEXPOWER_UTILITY_URL: url,
    FLEXPOWER_UTILITY_VENDOR: vendorId,
    FLEXPOWER_UTILITY_USER: vendorUser,
    FLEXPOWER_UTILITY_PASSWORD: password,
    FLEXPOWER_UTILITY_CLIENT: client,
  } = values
  if (!url || !vendorId || !vendorUser || !password || !client) return null
  return {
    url,
    profile: values.FLEXPOWER_UTILITY_PROFILE,
    tenant: values.FLEXPOWER_UTILITY_TENANT,
    scope: values.FLEXPOWER_UTILITY_SCOPE,
    version: values.FLEXPOWER_UTILITY_VERSION,
    vendorId,
    vendorUser,
    password,
    client,
  }
}

export function airtimeAccess(values: Values): AirtimeAccess | null {
  const { FLEXPOWER_AIRTIME_CLIENT_ID: clientId, FLEXPOWER_AIRTIME_CLIENT_SECRET: clientSecret } = values
  if (clientId === undefined || clientSecret === undefined) return null
  return {
    url: values.FLEXPOWER_AIRTIME_URL,
    authUrl: values.FLEXPOWER_AIRTIME_AUTH_URL,
    audience: values.FLEXPOWER_AIRTIME_AUDIENCE ?? values.FLEXPOWER_AIRTIME_URL,
    clientId,
    clientSecret,
  }
}

export function mailAccess(values: Values): MailAccess | null {
  const { FLEXPOWER_SMTP_URL: url, FLEXPOWER_PRODUCT_NAME: name, FLEXPOWER_SUPPORT_EMAIL: email } = values
  if (url === undefined || url === 'off') return null
  return { url, from: values.FLEXPOWER_MAIL_FROM ?? `${name} <${email}>` }
}

export function smsAccess(values: Values): SmsAccess | null {
  const { FLEXPOWER_SMS_USER: user, FLEXPOWER_SMS_KEY: key } = values
  if (user === undefined || key === undefined) return null
  return { url: values.FLEXPOWER_SMS_URL, user, key, sender: values.FLEXPOWER_SMS_SENDER ?? null }
}
