import type { ListManner } from './tenancy.ts';
import type { Fault, Meddling, Mistake, Where } from './faults.ts';

/**
 * Everything that can happen in the model's world, as data: what the person does, what others do,
 * what the network does, and time. Records are named by small numbers, so that acts meet; a number
 * that names nothing is taken round, and a negative one counts from the newest.
 */
export type Act =
  /** The person changes a field of a vehicle; `fleetNo` is a field of the tenant's own. */
  | { do: 'change'; vehicle: number; field: 'defaultLabel' | 'model' | 'fleetNo'; value: number }
  /** Two fields with one write. */
  | { do: 'changeTwo'; vehicle: number; value: number }
  | { do: 'changeArea'; area: number; value: number }
  | { do: 'archive' | 'restore'; vehicle: number }
  | { do: 'assign'; vehicle: number; driver: number }
  | { do: 'unassign'; vehicle: number }
  | { do: 'odometer'; vehicle: number; km: number }
  /** A vehicle has a natural key, an area has none; the same number makes a twin. */
  | { do: 'createVehicle' | 'createArea'; number: number }
  /** Acts on records that exist only here, until the service has named them. */
  | { do: 'changeNew'; value: number }
  | { do: 'assignNew'; driver: number }
  | { do: 'deleteNew' }
  | { do: 'deleteArea'; area: number }
  /** A group, and an area that is put into the newest one: two records, one needs the other. */
  | { do: 'createGroup'; number: number }
  | { do: 'moveToNewGroup'; area: number }
  /**
   * A user of the person's client; `of` says by which of the two paths: the client's own, or that of the team. The
   * address is its natural key. Users are named as `userOf` does.
   */
  | { do: 'createUser'; number: number; of: UserPath }
  | { do: 'changeUser'; user: number; field: UserField; value: number; of: UserPath }
  | { do: 'archiveUser'; user: number }
  | { do: 'restoreUser'; user: number }
  /** Which vehicle a fuel transaction was for. It shows in a list alone, and nothing takes it back. */
  | { do: 'assignFuel'; fuel: number; vehicle: number }
  /** Decisions about a write, by its place among the writes of the account. */
  | {
      do: 'hold' | 'resume' | 'cancel' | 'retry' | 'discard' | 'giveBack' | 'undo' | 'recreate';
      op: number;
    }
  /** Sent again from a window that shows the write as it asked first, without what was found since. */
  | { do: 'retryUnseen'; op: number }
  | { do: 'edit'; op: number; value: number }
  /** A form for one of the writes that wait, which stays open, and the one that was opened last saved with another value. */
  | { do: 'openEdit'; op: number }
  | { do: 'saveEdit'; value: number }
  /**
   * The same of a vehicle's form: it is saved with the record as it was shown when it was opened, and says
   * when that was, unless it is `untimed`.
   */
  | { do: 'openForm'; vehicle: number; untimed?: true }
  | { do: 'saveForm'; field: 'defaultLabel' | 'model' | 'fleetNo'; value: number }
  | { do: 'link'; op: number; candidate: number }
  /** The same of one of the creates that ask, while its reading is slow: nobody waits for the answer. */
  | { do: 'linkSlowly'; op: number; candidate: number; ms: number }
  | { do: 'resolve'; op: number; choice: 'base' | 'mine' | 'theirs' }
  /** The same in a window that shows the conflict as it was when it was opened there. */
  | { do: 'openConflict'; op: number }
  | { do: 'saveConflict'; choice: 'base' | 'mine' | 'theirs' }
  /** Somebody else of the same tenant. */
  | {
      do: 'elsewhere';
      vehicle: number;
      field: 'defaultLabel' | 'model' | 'fleetNo';
      value: number;
    }
  /** What the person would have set, set by somebody else. */
  | {
      do: 'elsewhereSame';
      vehicle: number;
      field: 'defaultLabel' | 'model' | 'fleetNo';
      value: number;
    }
  | { do: 'elsewhereArchive' | 'elsewhereRestore'; vehicle: number }
  | { do: 'elsewhereAssign'; vehicle: number; driver: number }
  | { do: 'elsewhereDelete' | 'elsewhereChangeArea'; area: number; value: number }
  | { do: 'elsewhereCreate'; number: number }
  /** The same area as `createArea` makes, by somebody else: only its maker tells them apart. */
  | { do: 'elsewhereCreateArea'; number: number }
  | { do: 'elsewhereUser'; user: number; field: UserField; value: number }
  | { do: 'elsewhereCreateUser'; number: number; of: UserPath }
  | { do: 'elsewhereArchiveUser' | 'elsewhereRestoreUser'; user: number }
  | { do: 'elsewhereFuel'; fuel: number; vehicle: number }
  /** Somebody else does this the moment after the service has applied the next write that fits. */
  | { do: 'meddle'; how: Meddling }
  /** Somebody else does it now, with the record that the desk made last. */
  | { do: 'elsewhereNew'; how: Meddling; value: number }
  /** The service is put back to where the run began, and gives ids again. */
  | { do: 'putServiceBack' }
  /** The person changes the record that was made last as the service lists it. */
  | { do: 'changeListed'; value: number }
  /** The person asks for a list, or for one record, afresh. */
  | { do: 'scan'; entity: 'vehicle' | 'area' | 'user' | 'fuelTransaction' }
  | { do: 'read'; vehicle: number }
  | { do: 'readUser'; user: number }
  /** Waybill is killed and started again; `badLine` is a line, or `LAST_BATCH`. */
  | { do: 'restart'; database: boolean; torn: boolean; badLine?: number }
  /** The next outcomes of writes do not fit on the disk. */
  | { do: 'diskFull'; writes: number }
  /** The queue is looked at, and working offline switched: both answer at once, whatever hangs. */
  | { do: 'look' }
  /** The person signs in again, and the answer drips without end; nobody waits for it. */
  | { do: 'signInHangs' }
  | { do: 'workOffline'; on: boolean }
  | { do: 'network'; down: boolean }
  | { do: 'hint' }
  | { do: 'signOut' }
  | { do: 'signIn' }
  /** Somebody of the other tenant signs in at this desk. */
  | { do: 'signInAs'; tenant: number }
  | { do: 'account'; tenant: number }
  | { do: 'pass'; ms: number }
  /** The desk's wall clock is set. */
  | { do: 'jump'; ms: number }
  /** The service's clock is set: what is made then says so. */
  | { do: 'jumpService'; ms: number }
  | { do: 'sleep'; ms: number }
  | { do: 'fault'; fault: Fault }
  /** A record that the service hides for a while. */
  | { do: 'hide'; vehicle: number; where: Where; forMs: number }
  | { do: 'hideArea'; area: number; where: Where; forMs: number }
  /** The record that was made last. */
  | { do: 'hideNew'; where: Where; forMs: number }
  | { do: 'hideAll'; forMs: number }
  | { do: 'hideUser'; user: number; where: Where; forMs: number }
  | { do: 'hideFuel'; fuel: number; where: Where; forMs: number }
  /** From now on users of a client are in that client's list alone, and those of the team in the team's. */
  | { do: 'clientsApart' }
  /** The service takes the desk for somebody else, or does not say who it is. */
  | { do: 'mistake'; is: Mistake; forMs: number }
  /** Reading one record alone is refused from now on, for good. */
  | { do: 'refuse'; vehicle: number; status: number }
  /** The service gives its lists in another manner from now on. */
  | { do: 'lists'; manner: ListManner }
  /** Bytes of an op that this Waybill cannot understand, as a newer one would leave them. */
  | { do: 'undecodable'; op: number }
  /** All that waits, or one of it, is handed over in a file; where that is not saved, it is called off. */
  | { do: 'handOver'; op: number | null; isSaved: boolean }
  /** The file that was saved last is taken in. */
  | { do: 'takeIn' }
  /** The person does this at another computer of theirs, signed in to the same account. */
  | { do: 'computer'; act: ByColleague }
  /** Another person of the first tenant does this, at a desk of their own with an account of their own. */
  | { do: 'colleague'; act: ByColleague }
  | { do: 'heal' };

/** By which path a user is written: the client's own, or the team's. */
export type UserPath = 'client' | 'team';

export type UserField = 'phone' | 'fullName' | 'firstName' | 'email';

/** What is done at another desk; time and the service are everybody's. */
export type ByColleague = Exclude<
  Act,
  { do: 'colleague' | 'computer' | 'heal' | 'pass' | 'jump' | 'jumpService' | 'sleep' }
>;

export type Doing = Act['do'];

/** The acts of these names. */
export type ActOf<D extends Doing> = Act extends infer One
  ? One extends { do: infer Named }
    ? Named extends D
      ? One & { do: Named }
      : D extends Named
        ? One & { do: D }
        : never
    : never
  : never;
