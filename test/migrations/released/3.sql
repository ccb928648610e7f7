CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE record (
        rowid INTEGER PRIMARY KEY,
        entity TEXT NOT NULL,
        id TEXT NOT NULL,
        base TEXT,
        overlay TEXT,
        archived INTEGER NOT NULL DEFAULT 0,
        temporary INTEGER NOT NULL DEFAULT 0,
        read_at INTEGER,
        listed INTEGER NOT NULL DEFAULT 1,
        absences INTEGER NOT NULL DEFAULT 0,
        pending INTEGER NOT NULL DEFAULT 0,
        mark TEXT,
        changed TEXT,
        UNIQUE (entity, id)
      );
CREATE TABLE revision (entity TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE search (
        rowid INTEGER PRIMARY KEY,
        entity TEXT NOT NULL,
        title TEXT NOT NULL,
        body TEXT NOT NULL
      );
CREATE VIRTUAL TABLE search_text USING fts5 (
        body, content = 'search', content_rowid = 'rowid', tokenize = 'trigram', detail = 'full'
      );
CREATE VIRTUAL TABLE area_box USING rtree (rowid, min_lat, max_lat, min_lng, max_lng);
CREATE TABLE op (
        id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL UNIQUE,
        payload_version INTEGER NOT NULL,
        endpoint TEXT NOT NULL,
        entity TEXT NOT NULL,
        target_id TEXT NOT NULL,
        also_entity TEXT,
        also_id TEXT,
        params TEXT NOT NULL,
        patch TEXT NOT NULL,
        extra TEXT,
        before TEXT NOT NULL,
        label TEXT NOT NULL,
        state TEXT NOT NULL,
        hold TEXT,
        hold_until INTEGER,
        attempts INTEGER NOT NULL DEFAULT 0,
        depends_on TEXT NOT NULL DEFAULT '[]',
        seen_before TEXT,
        last_status INTEGER,
        last_body TEXT,
        error TEXT,
        conflicts TEXT,
        undoes TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        sent_at INTEGER,
        raw BLOB
      );
CREATE TABLE op_history (
        op_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        from_state TEXT,
        to_state TEXT NOT NULL,
        reason TEXT
      );
CREATE TABLE id_map (
        entity TEXT NOT NULL,
        temporary_id TEXT NOT NULL,
        id TEXT NOT NULL,
        PRIMARY KEY (entity, temporary_id)
      ) WITHOUT ROWID;
CREATE TABLE document (
        key TEXT PRIMARY KEY,
        endpoint TEXT NOT NULL,
        params TEXT NOT NULL,
        query TEXT NOT NULL,
        json TEXT NOT NULL,
        read_at INTEGER NOT NULL
      );
CREATE TABLE desk (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE scan (
        entity TEXT PRIMARY KEY,
        generation INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        finished_at INTEGER,
        total INTEGER,
        complete INTEGER NOT NULL,
        seen_from INTEGER,
        scanned_at INTEGER
      ) WITHOUT ROWID;
CREATE TABLE staging (
        entity TEXT NOT NULL,
        generation INTEGER NOT NULL,
        id TEXT NOT NULL,
        page INTEGER NOT NULL,
        PRIMARY KEY (entity, generation, id)
      ) WITHOUT ROWID;
CREATE TABLE availability (
        endpoint TEXT PRIMARY KEY,
        available INTEGER NOT NULL,
        why TEXT NOT NULL,
        since INTEGER NOT NULL
      ) WITHOUT ROWID;
CREATE TABLE trash (
        entity TEXT NOT NULL,
        id TEXT NOT NULL,
        json TEXT NOT NULL,
        deleted_at INTEGER NOT NULL,
        reason TEXT NOT NULL
      );
CREATE TABLE op_lane (
        entity TEXT NOT NULL,
        id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        blocks INTEGER NOT NULL,
        PRIMARY KEY (entity, id, seq)
      ) WITHOUT ROWID;
CREATE INDEX record_archived ON record (entity, archived, id);
CREATE INDEX record_pending ON record (entity, id) WHERE pending > 0;
CREATE INDEX record_absent ON record (entity, absences, id) WHERE absences > 0;
CREATE INDEX "record_vehicle_regNo" ON record
    (natural_key(coalesce(overlay, base) ->> '$.regNo'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_defaultLabel" ON record
    (natural_key(coalesce(overlay, base) ->> '$.defaultLabel'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_status" ON record
    (natural_key(coalesce(overlay, base) ->> '$.status'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_driver.fullName" ON record
    (natural_key(coalesce(overlay, base) ->> '$.driver.fullName'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_depotName" ON record
    (natural_key(coalesce(overlay, base) ->> '$.depotName'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_typeName" ON record
    (natural_key(coalesce(overlay, base) ->> '$.typeName'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_makeModel" ON record
    (natural_key(coalesce(overlay, base) ->> '$.makeModel'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_lastLoggedAt" ON record
    (natural_key(coalesce(overlay, base) ->> '$.lastLoggedAt'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_todayData.distance" ON record
    (natural_key(coalesce(overlay, base) ->> '$.todayData.distance'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_status_is" ON record
    (CAST(coalesce(overlay, base) ->> '$.status' AS TEXT), archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_typeName_is" ON record
    (CAST(coalesce(overlay, base) ->> '$.typeName' AS TEXT), archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_depotName_is" ON record
    (CAST(coalesce(overlay, base) ->> '$.depotName' AS TEXT), archived) WHERE entity = 'vehicle';
CREATE INDEX "record_driver_fullName" ON record
    (natural_key(coalesce(overlay, base) ->> '$.fullName'), id, archived) WHERE entity = 'driver';
CREATE INDEX "record_area_name" ON record
    (natural_key(coalesce(overlay, base) ->> '$.name'), id, archived) WHERE entity = 'area';
CREATE INDEX "record_area_type_is" ON record
    (CAST(coalesce(overlay, base) ->> '$.type' AS TEXT), archived) WHERE entity = 'area';
CREATE INDEX "record_device_imei" ON record
    (natural_key(coalesce(overlay, base) ->> '$.imei'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_status_is" ON record
    (CAST(coalesce(overlay, base) ->> '$.status' AS TEXT), archived) WHERE entity = 'device';
CREATE INDEX "record_user_fullName" ON record
    (natural_key(coalesce(overlay, base) ->> '$.fullName'), id, archived) WHERE entity = 'user';
CREATE INDEX "record_fuelTransaction_transactionDate" ON record
    (natural_key(coalesce(overlay, base) ->> '$.transactionDate'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_cameraEvent_occurredAt" ON record
    (natural_key(coalesce(overlay, base) ->> '$.occurredAt'), id, archived) WHERE entity = 'cameraEvent';
CREATE INDEX search_title ON search (title, entity);
CREATE TRIGGER search_text_insert AFTER INSERT ON search BEGIN
        INSERT INTO search_text (rowid, body) VALUES (new.rowid, new.body);
      END;
CREATE TRIGGER search_text_update AFTER UPDATE OF body ON search
      WHEN new.body IS NOT old.body BEGIN
        INSERT INTO search_text (search_text, rowid, body) VALUES ('delete', old.rowid, old.body);
        INSERT INTO search_text (rowid, body) VALUES (new.rowid, new.body);
      END;
CREATE TRIGGER search_text_delete AFTER DELETE ON search BEGIN
        INSERT INTO search_text (search_text, rowid, body) VALUES ('delete', old.rowid, old.body);
      END;
CREATE TRIGGER record_search_insert AFTER INSERT ON record BEGIN
        INSERT INTO search (rowid, entity, title, body) VALUES (
          new.rowid, new.entity,
          search_title(new.entity, coalesce(new.overlay, new.base)), search_body(new.entity, coalesce(new.overlay, new.base))
        );
      END;
CREATE TRIGGER record_search_update AFTER UPDATE OF base, overlay ON record
      WHEN coalesce(new.overlay, new.base) IS NOT coalesce(old.overlay, old.base) BEGIN
        INSERT INTO search (rowid, entity, title, body) VALUES (
          new.rowid, new.entity,
          search_title(new.entity, coalesce(new.overlay, new.base)), search_body(new.entity, coalesce(new.overlay, new.base))
        )
        ON CONFLICT (rowid) DO UPDATE SET title = excluded.title, body = excluded.body
          WHERE search.title IS NOT excluded.title OR search.body IS NOT excluded.body;
      END;
CREATE TRIGGER record_search_delete AFTER DELETE ON record BEGIN
        DELETE FROM search WHERE rowid = old.rowid;
      END;
CREATE TRIGGER record_box_insert AFTER INSERT ON record WHEN new.entity = 'area' BEGIN
        INSERT INTO area_box SELECT new.rowid,
      min(point.value ->> '$.lat') - coalesce(coalesce(new.overlay, new.base) ->> '$.radius', 0) / 111000.0, max(point.value ->> '$.lat') + coalesce(coalesce(new.overlay, new.base) ->> '$.radius', 0) / 111000.0,
      min(point.value ->> '$.lng') - (coalesce(coalesce(new.overlay, new.base) ->> '$.radius', 0) / 111000.0) / max(0.01, cos(radians(max(abs(point.value ->> '$.lat'))))),
      max(point.value ->> '$.lng') + (coalesce(coalesce(new.overlay, new.base) ->> '$.radius', 0) / 111000.0) / max(0.01, cos(radians(max(abs(point.value ->> '$.lat')))))
    FROM json_each(coalesce(new.overlay, new.base), '$.coordinates') AS point
    WHERE json_type(coalesce(new.overlay, new.base), '$.coordinates') = 'array' AND point.type = 'object'
      AND typeof(point.value ->> '$.lat') IN ('integer', 'real')
      AND typeof(point.value ->> '$.lng') IN ('integer', 'real')
    HAVING count(*) > 0;
      END;
CREATE TRIGGER record_box_update AFTER UPDATE OF base, overlay ON record
      WHEN new.entity = 'area' AND coalesce(new.overlay, new.base) IS NOT coalesce(old.overlay, old.base) BEGIN
        DELETE FROM area_box WHERE rowid = old.rowid;
        INSERT INTO area_box SELECT new.rowid,
      min(point.value ->> '$.lat') - coalesce(coalesce(new.overlay, new.base) ->> '$.radius', 0) / 111000.0, max(point.value ->> '$.lat') + coalesce(coalesce(new.overlay, new.base) ->> '$.radius', 0) / 111000.0,
      min(point.value ->> '$.lng') - (coalesce(coalesce(new.overlay, new.base) ->> '$.radius', 0) / 111000.0) / max(0.01, cos(radians(max(abs(point.value ->> '$.lat'))))),
      max(point.value ->> '$.lng') + (coalesce(coalesce(new.overlay, new.base) ->> '$.radius', 0) / 111000.0) / max(0.01, cos(radians(max(abs(point.value ->> '$.lat')))))
    FROM json_each(coalesce(new.overlay, new.base), '$.coordinates') AS point
    WHERE json_type(coalesce(new.overlay, new.base), '$.coordinates') = 'array' AND point.type = 'object'
      AND typeof(point.value ->> '$.lat') IN ('integer', 'real')
      AND typeof(point.value ->> '$.lng') IN ('integer', 'real')
    HAVING count(*) > 0;
      END;
CREATE TRIGGER record_box_delete AFTER DELETE ON record WHEN old.entity = 'area' BEGIN
        DELETE FROM area_box WHERE rowid = old.rowid;
      END;
CREATE INDEX op_state ON op (state, seq);
CREATE INDEX op_target ON op (entity, target_id, seq);
CREATE INDEX op_also ON op (also_entity, also_id, seq) WHERE also_id IS NOT NULL;
CREATE INDEX op_history_op ON op_history (op_id, at);
CREATE INDEX document_endpoint ON document (endpoint, read_at);
CREATE INDEX trash_age ON trash (deleted_at);
CREATE INDEX op_lane_seq ON op_lane (seq);
CREATE INDEX op_waiting ON op (state, hold_until);
CREATE INDEX "record_vehicle_lastCoordinates.speed" ON record
          (natural_key(coalesce(overlay, base) ->> '$.lastCoordinates.speed'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_vehicle_vin" ON record
          (natural_key(coalesce(overlay, base) ->> '$.vin'), id, archived) WHERE entity = 'vehicle';
CREATE INDEX "record_driver_phone" ON record
          (natural_key(coalesce(overlay, base) ->> '$.phone'), id, archived) WHERE entity = 'driver';
CREATE INDEX "record_driver_email" ON record
          (natural_key(coalesce(overlay, base) ->> '$.email'), id, archived) WHERE entity = 'driver';
CREATE INDEX "record_driver_status" ON record
          (natural_key(coalesce(overlay, base) ->> '$.status'), id, archived) WHERE entity = 'driver';
CREATE INDEX "record_driver_team.clientName" ON record
          (natural_key(coalesce(overlay, base) ->> '$.team.clientName'), id, archived) WHERE entity = 'driver';
CREATE INDEX "record_driver_id" ON record
          (natural_key(coalesce(overlay, base) ->> '$.id'), id, archived) WHERE entity = 'driver';
CREATE INDEX "record_user_email" ON record
          (natural_key(coalesce(overlay, base) ->> '$.email'), id, archived) WHERE entity = 'user';
CREATE INDEX "record_user_role.name" ON record
          (natural_key(coalesce(overlay, base) ->> '$.role.name'), id, archived) WHERE entity = 'user';
CREATE INDEX "record_user_phone" ON record
          (natural_key(coalesce(overlay, base) ->> '$.phone'), id, archived) WHERE entity = 'user';
CREATE INDEX "record_user_status" ON record
          (natural_key(coalesce(overlay, base) ->> '$.status'), id, archived) WHERE entity = 'user';
CREATE INDEX "record_user_team.clientName" ON record
          (natural_key(coalesce(overlay, base) ->> '$.team.clientName'), id, archived) WHERE entity = 'user';
CREATE INDEX "record_user_createdAt" ON record
          (natural_key(coalesce(overlay, base) ->> '$.createdAt'), id, archived) WHERE entity = 'user';
CREATE INDEX "record_user_id" ON record
          (natural_key(coalesce(overlay, base) ->> '$.id'), id, archived) WHERE entity = 'user';
CREATE INDEX "record_area_type" ON record
          (natural_key(coalesce(overlay, base) ->> '$.type'), id, archived) WHERE entity = 'area';
CREATE INDEX "record_area_updatedAt" ON record
          (natural_key(coalesce(overlay, base) ->> '$.updatedAt'), id, archived) WHERE entity = 'area';
CREATE INDEX "record_device_vehicle.regNo" ON record
          (natural_key(coalesce(overlay, base) ->> '$.vehicle.regNo'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_model.name" ON record
          (natural_key(coalesce(overlay, base) ->> '$.model.name'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_vendor.name" ON record
          (natural_key(coalesce(overlay, base) ->> '$.vendor.name'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_status" ON record
          (natural_key(coalesce(overlay, base) ->> '$.status'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_lastDataReceivedAt" ON record
          (natural_key(coalesce(overlay, base) ->> '$.lastDataReceivedAt'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_serial" ON record
          (natural_key(coalesce(overlay, base) ->> '$.serial'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_usage" ON record
          (natural_key(coalesce(overlay, base) ->> '$.usage'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_sw" ON record
          (natural_key(coalesce(overlay, base) ->> '$.sw'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_hasCameras" ON record
          (natural_key(coalesce(overlay, base) ->> '$.hasCameras'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_installDate" ON record
          (natural_key(coalesce(overlay, base) ->> '$.installDate'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_team.clientName" ON record
          (natural_key(coalesce(overlay, base) ->> '$.team.clientName'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_device_id" ON record
          (natural_key(coalesce(overlay, base) ->> '$.id'), id, archived) WHERE entity = 'device';
CREATE INDEX "record_sensor_label" ON record
          (natural_key(coalesce(overlay, base) ->> '$.label'), id, archived) WHERE entity = 'sensor';
CREATE INDEX "record_sensor_type" ON record
          (natural_key(coalesce(overlay, base) ->> '$.type'), id, archived) WHERE entity = 'sensor';
CREATE INDEX "record_sensor_sensorId" ON record
          (natural_key(coalesce(overlay, base) ->> '$.sensorId'), id, archived) WHERE entity = 'sensor';
CREATE INDEX "record_sensor_device.imei" ON record
          (natural_key(coalesce(overlay, base) ->> '$.device.imei'), id, archived) WHERE entity = 'sensor';
CREATE INDEX "record_sensor_systemStatus" ON record
          (natural_key(coalesce(overlay, base) ->> '$.systemStatus'), id, archived) WHERE entity = 'sensor';
CREATE INDEX "record_sensor_team.clientName" ON record
          (natural_key(coalesce(overlay, base) ->> '$.team.clientName'), id, archived) WHERE entity = 'sensor';
CREATE INDEX "record_sensor_id" ON record
          (natural_key(coalesce(overlay, base) ->> '$.id'), id, archived) WHERE entity = 'sensor';
CREATE INDEX "record_cameraEvent_type.name" ON record
          (natural_key(coalesce(overlay, base) ->> '$.type.name'), id, archived) WHERE entity = 'cameraEvent';
CREATE INDEX "record_cameraEvent_vehicle.regNo" ON record
          (natural_key(coalesce(overlay, base) ->> '$.vehicle.regNo'), id, archived) WHERE entity = 'cameraEvent';
CREATE INDEX "record_cameraEvent_device.imei" ON record
          (natural_key(coalesce(overlay, base) ->> '$.device.imei'), id, archived) WHERE entity = 'cameraEvent';
CREATE INDEX "record_cameraEvent_id" ON record
          (natural_key(coalesce(overlay, base) ->> '$.id'), id, archived) WHERE entity = 'cameraEvent';
CREATE INDEX "record_fuelTransaction_vehicle.regNo" ON record
          (natural_key(coalesce(overlay, base) ->> '$.vehicle.regNo'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_fuelTransaction_driver.fullName" ON record
          (natural_key(coalesce(overlay, base) ->> '$.driver.fullName'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_fuelTransaction_petrolStation" ON record
          (natural_key(coalesce(overlay, base) ->> '$.petrolStation'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_fuelTransaction_refueled" ON record
          (natural_key(coalesce(overlay, base) ->> '$.refueled'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_fuelTransaction_fuelPrice" ON record
          (natural_key(coalesce(overlay, base) ->> '$.fuelPrice'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_fuelTransaction_total" ON record
          (natural_key(coalesce(overlay, base) ->> '$.total'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_fuelTransaction_fuelCardNumber" ON record
          (natural_key(coalesce(overlay, base) ->> '$.fuelCardNumber'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_fuelTransaction_id" ON record
          (natural_key(coalesce(overlay, base) ->> '$.id'), id, archived) WHERE entity = 'fuelTransaction';
CREATE INDEX "record_driver_status_is" ON record
        (CAST(coalesce(overlay, base) ->> '$.status' AS TEXT), archived) WHERE entity = 'driver';
CREATE INDEX "record_user_status_is" ON record
        (CAST(coalesce(overlay, base) ->> '$.status' AS TEXT), archived) WHERE entity = 'user';
CREATE INDEX "record_sensor_systemStatus_is" ON record
        (CAST(coalesce(overlay, base) ->> '$.systemStatus' AS TEXT), archived) WHERE entity = 'sensor';
CREATE INDEX "record_cameraEvent_type_is" ON record
        (CAST(coalesce(overlay, base) ->> '$.type' AS TEXT), archived) WHERE entity = 'cameraEvent';
INSERT INTO record (entity, id, base, overlay, archived, temporary, read_at, listed, absences, pending, mark, changed) VALUES ('vehicle', '1', '{"id":1,"regNo":"AB 1","n":12345678901234567890.10,"__proto__":{"x":1}}', NULL, 0, 0, 5, 1, 0, 6, NULL, NULL);
INSERT INTO record (entity, id, base, overlay, archived, temporary, read_at, listed, absences, pending, mark, changed) VALUES ('area', 'tmp-2', NULL, NULL, 0, 1, NULL, 1, 0, 1, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-QUEUED', 1, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'QUEUED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-SENDING', 2, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'SENDING', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-UNCERTAIN', 3, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'UNCERTAIN', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-VERIFYING', 4, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'VERIFYING', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-REJECTED', 5, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'REJECTED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-NEEDS_USER', 6, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'NEEDS_USER', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-CONFIRMED', 7, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'CONFIRMED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-CANCELLED', 8, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'CANCELLED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-DISCARDED', 9, 1, 'updateVehicle', 'vehicle', '1', NULL, NULL, '{"vehicleId":"1"}', '{"vin":"9"}', NULL, '{}', 'AB 1', 'DISCARDED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch, extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status, last_body, error, conflicts, undoes, created_at, updated_at, sent_at, raw) VALUES ('op-create', 10, 1, 'createArea', 'area', 'tmp-2', NULL, NULL, '{}', '{"name":"Yard"}', NULL, '{}', 'AB 1', 'QUEUED', NULL, NULL, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, 10, 10, NULL, NULL);
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-QUEUED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-QUEUED', 10, 'QUEUED', 'QUEUED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-SENDING', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-SENDING', 10, 'QUEUED', 'SENDING', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-UNCERTAIN', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-UNCERTAIN', 10, 'QUEUED', 'UNCERTAIN', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-VERIFYING', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-VERIFYING', 10, 'QUEUED', 'VERIFYING', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-REJECTED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-REJECTED', 10, 'QUEUED', 'REJECTED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-NEEDS_USER', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-NEEDS_USER', 10, 'QUEUED', 'NEEDS_USER', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-CONFIRMED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-CONFIRMED', 10, 'QUEUED', 'CONFIRMED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-CANCELLED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-CANCELLED', 10, 'QUEUED', 'CANCELLED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-DISCARDED', 9, NULL, 'QUEUED', 'asked for');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-DISCARDED', 10, 'QUEUED', 'DISCARDED', 'test');
INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES ('op-create', 10, NULL, 'QUEUED', 'asked for');
INSERT INTO id_map (entity, temporary_id, id) VALUES ('area', 'tmp-1', '99');
INSERT INTO document (key, endpoint, params, query, json, read_at) VALUES ('k', 'getMe', '{}', '{}', '{"id":7}', 6);
INSERT INTO desk (key, value) VALUES ('theme', '"dark"');
INSERT INTO desk (key, value) VALUES ('draft.note', '"half a sentence"');
INSERT INTO availability (endpoint, available, why, since) VALUES ('getMe', 1, 'answered', 6);
INSERT INTO trash (entity, id, json, deleted_at, reason) VALUES ('area', '3', '{"id":3}', 1, 'gone');
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('area', 'tmp-2', 10, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 1, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 2, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 3, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 4, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 5, 1);
INSERT INTO op_lane (entity, id, seq, blocks) VALUES ('vehicle', '1', 6, 1);
PRAGMA user_version = 3;
