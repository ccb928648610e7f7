import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';

/**
 * The passwords of the demo are 144 random bits, which no list of passwords holds: a light cost
 * is enough, and a start with a dozen accounts stays quick.
 */
const COST = { N: 1024, r: 8, p: 1 };
const LENGTH = 32;

export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

export function hashPassword(password: string): { salt: string; hash: string } {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: scryptSync(password, salt, LENGTH, COST).toString('hex') };
}

/** Compares in constant time, off the event loop. */
export function isPassword(password: string, salt: string, hash: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, LENGTH, COST, (error, derived) => {
      if (error === null) resolve(timingSafeEqual(derived, Buffer.from(hash, 'hex')));
      else reject(error);
    });
  });
}
