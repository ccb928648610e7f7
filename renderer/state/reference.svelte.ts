import { fold } from '../../shared/rules/fold.ts';
import { parsedJson } from '../../shared/rules/jsonValue.ts';
import { listen } from '../bridge.ts';
import { MirroredDocument, MirroredRecords } from './mirrored.svelte.ts';
import { fieldsOf, fieldsOfText, idAt, textAt, valueAt } from './record.ts';
import type { Fields } from './record.ts';
import { reportKindsOf } from './reportKinds.ts';
import type { ReportKind } from './reportKinds.ts';
import { isZone } from './zone.ts';

/** The first of several fields that names a zone this computer knows. */
function zoneIn(fields: Fields, paths: readonly string[]): string | null {
  for (const path of paths) {
    const name = textAt(fields, path);
    if (name !== null && isZone(name)) return name;
  }
  return null;
}

/** Where tenants keep the country of a client or reseller. */
const COUNTRY_FIELDS = ['country', 'countryCode', 'address.country'];
const isCountryCode = (code: string | null): code is string => /^[A-Za-z]{2}$/.test(code ?? '');

const ZONE_FIELDS = ['timezone', 'timeZone', 'timezone.name', 'settings.timezone'];

/** Nobody waits longer than this to learn who is signed in, whatever the service does. */
const MOST_WAIT_MS = 3_000;
const TRY_AGAIN_MS = 250;
const after = (ms: number): Promise<undefined> =>
  new Promise((go) => setTimeout(() => go(undefined), ms));

/**
 * What the whole desk is shown with: who is signed in, names of roles and plans, vehicle types,
 * countries, the tenant's theme, domain, limits. All of it out of the mirror, so it is there
 * without a network too.
 */
class Reference {
  readonly #me = new MirroredDocument('getMe');
  readonly #domain = new MirroredDocument('getPlatformDomain');
  readonly #provider = new MirroredDocument('getProvider');
  readonly #countries = new MirroredDocument('listCountries');
  readonly #reportTemplates = new MirroredDocument('getScheduledReportTemplates');
  readonly #reportKinds = $derived(reportKindsOf(this.#reportTemplates.json));
  readonly #myThemes = new MirroredDocument('listMyThemes');
  readonly #ecoSpeed = new MirroredDocument('getEcoSpeed');
  readonly #excessiveIdling = new MirroredDocument('getExcessiveIdling');
  readonly #roles = new MirroredRecords('role');
  readonly #plans = new MirroredRecords('plan');
  readonly #vehicleTypes = new MirroredRecords('vehicleType');
  readonly #eventTypes = new MirroredRecords('cameraEventType');
  readonly #clients = new MirroredRecords('client');
  readonly #resellers = new MirroredRecords('reseller');
  readonly #records = [
    this.#me,
    this.#domain,
    this.#provider,
    this.#countries,
    this.#reportTemplates,
    this.#myThemes,
    this.#ecoSpeed,
    this.#excessiveIdling,
    this.#roles,
    this.#plans,
    this.#vehicleTypes,
    this.#eventTypes,
    this.#clients,
    this.#resellers,
  ];
  /** The account that it is of; undefined until one was told. */
  #of: string | null | undefined;

  start(): () => void {
    const stops = [
      ...this.#records.map((one) => one.start()),
      listen('account', ({ accountId }) => {
        if (accountId !== this.#of) for (const one of this.#records) one.clear();
        this.#of = accountId;
        for (const one of this.#records) void one.load();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** The record of the account's own client; empty where the mirror has none. */
  get #ownClient(): Fields {
    const id = this.clientId;
    return (id === null ? undefined : this.#clients.all.get(id)) ?? fieldsOf(null);
  }

  /** Who is signed in (`/me`). */
  get me(): Fields {
    return this.#me.fields;
  }
  /**
   * Asks who is signed in where the mirror does not know it yet, as in the moment after a sign-in. It ends
   * at once where the service refuses that or is out of reach, and after a moment in any case.
   */
  async readMe(): Promise<void> {
    const tooLong = after(MOST_WAIT_MS);
    while (this.me.size === 0) {
      const found = await Promise.race([this.#me.load('ifMissing'), tooLong]);
      if (found === undefined) return;
      // Until the sign-in is through nothing can be asked. Who refuses, has none or can't be reached tells
      // no more the next time.
      const { json, error } = found;
      if (error !== null && error.code !== 'connection.starting') return;
      if (error === null && fieldsOfText(json).size === 0) return;
      await Promise.race([after(TRY_AGAIN_MS), tooLong]);
    }
  }
  /** The client that a client-scoped account belongs to; null for resellers and the platform. */
  get clientId(): string | null {
    return idAt(this.me, 'team.clientId');
  }
  /** Whether the account is a reseller's or the platform's; false while it is not known. */
  get aboveClients(): boolean {
    return this.me.size > 0 && valueAt(this.me, 'team') !== undefined && this.clientId === null;
  }
  get domain(): string | null {
    return textAt(this.#domain.fields, 'domain');
  }
  /** The provider's name and how to reach its support. */
  get provider(): Fields {
    return fieldsOf(this.#provider.fields.get('value'));
  }
  /** The language that the service keeps for the person, as its code. */
  get language(): string | null {
    return textAt(this.me, 'language.code') ?? textAt(this.me, 'language');
  }
  get ecoSpeed(): Fields {
    return this.#ecoSpeed.fields;
  }
  get excessiveIdling(): Fields {
    return this.#excessiveIdling.fields;
  }
  get vehicleTypes(): ReadonlyMap<string, Fields> {
    return this.#vehicleTypes.all;
  }
  /** The first theme of the tenant. */
  get theme(): Fields {
    const list = parsedJson(this.#myThemes.json);
    return fieldsOf(Array.isArray(list) ? list[0] : undefined);
  }

  roleName(id: string | null): string | null {
    const role = id === null ? undefined : this.#roles.all.get(id);
    return role === undefined ? null : textAt(role, 'name');
  }
  /** A role by its id; null where the mirror has none. */
  role(id: string | null): Fields | null {
    return (id === null ? undefined : this.#roles.all.get(id)) ?? null;
  }
  clientName(id: string): string | null {
    return textAt(this.#clients.all.get(id) ?? fieldsOf(null), 'name');
  }
  resellerName(id: string): string | null {
    return textAt(this.#resellers.all.get(id) ?? fieldsOf(null), 'name');
  }
  /** The plan of a client; null where its record, or the plan, is not here. */
  planOfClient(id: string): Fields | null {
    const planId = idAt(this.#clients.all.get(id) ?? fieldsOf(null), 'planId');
    return (planId === null ? undefined : this.#plans.all.get(planId)) ?? null;
  }
  planName(id: string | null): string | null {
    const plan = id === null ? undefined : this.#plans.all.get(id);
    return plan === undefined ? null : textAt(plan, 'name');
  }
  /** The plan of the account, where its client tells. */
  get plan(): string | null {
    return this.planName(idAt(this.me, 'planId') ?? idAt(this.#ownClient, 'planId'));
  }
  countryName(code: string): string | null {
    return textAt(this.#countries.fields, code.toUpperCase());
  }
  /** Codes of the countries that the service lists. */
  get countries(): readonly string[] {
    return [...this.#countries.fields.keys()];
  }
  /** The country of the account's own client, as its code; null where its record tells none. */
  get country(): string | null {
    const code = COUNTRY_FIELDS.map((path) => textAt(this.#ownClient, path)).find(isCountryCode);
    return code?.toUpperCase() ?? null;
  }
  /** Kinds of scheduled report out of their templates; empty while those are not known. */
  get reportKinds(): readonly ReportKind[] {
    return this.#reportKinds;
  }
  /** What a kind of report is called, by its key. */
  reportKindName(key: string): string | null {
    return this.reportKinds.find(({ value }) => value === key)?.name ?? null;
  }
  /** What a kind of camera event is called, by its id or key. */
  eventTypeName(type: string): string | null {
    for (const [id, fields] of this.#eventTypes.all) {
      if (id === type || textAt(fields, 'type') === type) return textAt(fields, 'name');
    }
    return null;
  }
  /** Keys of the kinds of camera event whose name holds what somebody typed. */
  eventTypesNamed(typed: string): string[] {
    const wanted = fold(typed);
    return [...this.#eventTypes.all].flatMap(([id, fields]) => {
      const isMeant = fold(textAt(fields, 'name') ?? '').includes(wanted);
      return isMeant ? [textAt(fields, 'type') ?? id] : [];
    });
  }

  /** The tenant's zone: its client's, else the one that the service keeps for the person. */
  get tenantZone(): string | null {
    return (
      zoneIn(this.#ownClient, ZONE_FIELDS) ??
      zoneIn(fieldsOf(valueAt(this.me, 'team')), ZONE_FIELDS) ??
      zoneIn(this.me, ZONE_FIELDS)
    );
  }
  /** The zone of a vehicle's team: the vehicle's own, its team's, its client's, the tenant's. */
  zoneOfVehicle(vehicle: Fields): string | null {
    const clientId = idAt(vehicle, 'team.clientId');
    const client = clientId === null ? undefined : this.#clients.all.get(clientId);
    return (
      zoneIn(vehicle, ZONE_FIELDS) ??
      zoneIn(fieldsOf(valueAt(vehicle, 'team')), ZONE_FIELDS) ??
      (client === undefined ? null : zoneIn(client, ZONE_FIELDS)) ??
      this.tenantZone
    );
  }
}

export const reference = new Reference();
