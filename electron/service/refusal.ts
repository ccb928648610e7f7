/** Messages by field name, as the interface answers them under `errors`. */
export type FieldErrors = Record<string, string[]>;

/** A request that is answered with a 4xx. Thrown by handlers and caught in one place, the router. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: FieldErrors | undefined;

  constructor(status: number, message: string, errors?: FieldErrors) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.errors = errors;
  }
}

export const unauthorised = (message: string) => new Refusal(401, message);
export const forbidden = (message: string) => new Refusal(403, message);
export const notFound = (what: string) => new Refusal(404, `${what} was not found.`);
export const conflict = (message: string) => new Refusal(409, message);

/** A body or query that fails its checks; the message names the fields. */
export function invalid(errors: FieldErrors): Refusal {
  const names = Object.keys(errors).join(', ');
  return new Refusal(422, names === '' ? 'Invalid request.' : `Invalid: ${names}.`, errors);
}
