/**
 * What of a file's address says which file it is. Many services sign the addresses of files for a while
 * and anew at each reading of what names them: without the signature the file that is here is found again.
 */

/** Parameters that are a signature. */
const SIGNATURE = /^(?:x-\w+-signature|signature|sig|sign|hmac)$/;
/** Parameters that say until when it holds. */
const EXPIRY = /^(?:x-\w+-expires|expires?|expiry|expiration|exp|se)$/;
/** What else belongs to the signatures of the stores that are in use: who signed, when, and what. */
const BESIDE =
  /^(?:x-(?:amz|goog|oss|cos|obs)-.+|awsaccesskeyid|googleaccessid|ossaccesskeyid|key-pair-id|policy)$/;
/** The same of the store whose signatures have a version. */
const BESIDE_VERSION = /^(?:s[ptrsveiv]|srt|spr|sip|sk[tesv]|skoid|sktid|saoid|suoid|scid|sdd)$/;
/** Parameters that let in, or keep a copy from being taken; of a path that names no file they are its name. */
const PASS = /^(?:token|access_token|auth|hash|md5|nonce|t|ts|timestamp)$/;

/** What a path ends with that may give any file, by what is asked behind it. */
const GIVES_ANY =
  /^(?:attachment|document|download|file|get|image|img|index|media|photo|picture|show|thumb|thumbnail|video|view)s?(?:\.\w+)?$/i;
const HAS_ENDING = /\.\w{2,5}$/;

/** Whether the path alone says which file it is: `/photos/41`, `/files/front.png`; `/download/file` does not. */
function namesFile(pathname: string): boolean {
  const last = pathname.split('/').at(-1) ?? '';
  return !GIVES_ANY.test(last) && (HAS_ENDING.test(last) || /\d/.test(last));
}

function nameOf(parameter: string): string {
  const name = parameter.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}

/**
 * What of an address tells one file from others, whatever server and folder it lies in: its name, and where the
 * path names none what is asked behind it.
 */
export function fileNamedBy(address: URL): string {
  const last = address.pathname.split('/').at(-1) ?? '';
  return namesFile(address.pathname) ? last : `${last}${searchWithoutSignature(address)}`;
}

/** The search of an address without what signs it; everything else as it is spelled. */
export function searchWithoutSignature({ pathname, search }: URL): string {
  const parameters = search.slice(1).split('&');
  const names = new Set(parameters.map(nameOf));
  const some = (kind: RegExp): boolean => [...names].some((name) => kind.test(name));
  const isFile = namesFile(pathname);
  const isSigned = some(SIGNATURE) && (isFile || some(EXPIRY) || some(BESIDE));
  const signs = [
    ...(isSigned ? [SIGNATURE, EXPIRY, BESIDE] : []),
    ...(names.has('sig') && names.has('sv') ? [BESIDE_VERSION] : []),
    ...(isFile ? [PASS, EXPIRY] : []),
  ];
  const left = parameters.filter((one) => !signs.some((kind) => kind.test(nameOf(one))));
  return left.join('&') === '' ? '' : `?${left.join('&')}`;
}
