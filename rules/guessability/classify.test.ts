import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classNames, classOf, type GuessabilityClass } from './classes.ts';
import { type GuessInput, guess, guessField, isGuessable } from './classify.ts';
import { words } from './words.ts';

const classOfPath = (path: string, more: Omit<GuessInput, 'path'> = {}) => guess({ path, ...more })?.class;

describe('names', () => {
  test.each<[GuessabilityClass, ...string[]]>([
    [
      'email',
      'email',
      'eMail',
      'emailAddress',
      'EMAIL_ADDRESS',
      'e-mail',
      'userEmail',
      'backup_email',
      'email2',
    ],
    ['email', 'emailHash', 'email_bidx', 'encryptedEmail', 'customer.email', 'contacts.0.email', 'correo'],
    [
      'ssn',
      'ssn',
      'SSN',
      'ssnNumber',
      'socialSecurityNumber',
      'social_security_id',
      'patientRecord.ssn',
      'userSSN',
    ],
    ['phone', 'phone', 'phoneNumber', 'mobile', 'homePhone', 'work_phone_number', 'msisdn', 'tel', 'tél'],
    ['iban', 'iban', 'IBAN', 'ibanNumber'],
    ['card-number', 'cardNumber', 'creditCard', 'credit_card_number', 'pan', 'cc_number'],
    ['card-security-code', 'cvv', 'cvc', 'CVV2'],
    [
      'birth-date',
      'dob',
      'dateOfBirth',
      'birthday',
      'born',
      'fødselsdato',
      'geburtsdatum',
      'fechaNacimiento',
    ],
    ['email', 'emailAdresse', 'adresse_email', 'courriel'],
    ['phone', 'mobilnummer', 'numeroTelefono', 'numeroDeTelephone'],
    ['national-number', 'numeroSecuriteSociale', 'sozialversicherungsnummer'],
    ['postcode', 'zip', 'zipCode', 'ZIP', 'address.postalCode', 'postcode'],
    ['gender', 'gender', 'sex', 'spouse.gender', 'género'],
    ['blood-type', 'bloodType', 'blood_group'],
    ['personal-attribute', 'maritalStatus', 'religion'],
    ['country', 'country', 'nationality', 'país', 'nationalité', 'nacionalidad'],
    ['age', 'age', 'birthYear'],
    ['first-name', 'firstName', 'given_name', 'vorname'],
    ['last-name', 'lastName', 'surname', 'nachname'],
    ['street-address', 'address', 'street', 'addressLine1', 'address2', 'billingAddress', 'straße'],
    ['passport', 'passportNumber', 'passport'],
    ['tax-number', 'taxNumber', 'taxId', 'cpf', 'steuerId'],
    ['record-number', 'mrn', 'memberNo', 'employeeNo', 'patientNo', 'insurance.policyNumber', 'policyNumber'],
    ['bank-account', 'accountNumber', 'bankAccount'],
    ['ip', 'ip', 'ipAddress', 'clientIp', 'remoteAddr', 'IPAddress'],
    ['amount', 'salary', 'salaryCents', 'income', 'gehalt', 'salario'],
    ['diagnosis', 'diagnosis', 'diagnosisCode', 'icd10', 'diagnóstico'],
    ['boolean', 'isVeteran', 'has_children'],
    ['enumeration', 'status', 'role', 'userType'],
    ['password', 'password', 'newPassword', 'securityAnswer'],
    ['pin', 'pin', 'pinCode'],
    ['one-time-code', 'otp', 'otpCode', 'verificationCode'],
    [
      'token',
      'accessToken',
      'apiKey',
      'apiKeyHash',
      'refreshTokenHash',
      'callbackToken',
      'inviteToken',
      'privateKey',
    ],
    ['random-id', 'uuid', 'columnUuid'],
    ['wallet', 'walletAddress'],
    ['driver-licence', 'driverLicenseNumber', 'drivers_licence', 'Führerschein'],
    ['last-four', 'last4', 'ssnLast4'],
    ['vin', 'vin'],
    ['license-plate', 'plate', 'licensePlate'],
  ])('%s', (name, ...paths) => {
    for (const path of paths) expect(classOfPath(path), path).toBe(name);
  });

  test('each name finds its own class', () => {
    for (const name of classNames) {
      const data = classOf(name);
      for (const one of [...(data.names ?? []), ...(data.numbers ?? [])])
        expect(classOfPath(one), one).toBe(name);
    }
  });
});

describe('whole words only', () => {
  test.each(
    `whitelisted avatarUrl destinationRunId explanation session_state filename emailExpirationDate
     emailTransportId emailRateLimits emailAccountId emailVerified weaponLicenseNumber phoneId customerId userId
     addressee placeOfBirth roomNumber bedNumber code number key token tokens tokenType state name productName
     companyId emailTemplate emailStatus emailCount email_sent phoneVerified phoneConfig addressType zipUrl ipQuota
     hash checksum fingerprint searchIndex hashType createdAt deletedAt publicKey page usage stage pancake
     nationalityId document reference badge permit notes remarks title rating weight height visits cap fin sin land
     account member policy card passwordHint genderId otpToken smsToken maxTokens isoId`.split(/\s+/),
  )('%s', (path) => expect(classOfPath(path)).toBeUndefined());

  test('isZipped is a flag and no postcode', () => expect(classOfPath('isZipped')).toBe('boolean'));
});

describe('surroundings', () => {
  test('a name is a person’s in a model of persons', () => {
    expect(classOfPath('name', { container: 'patients' })).toBe('full-name');
    expect(classOfPath('name', { container: 'crm.contacts' })).toBe('full-name');
    expect(classOfPath('name', { container: 'UserProfile' })).toBe('full-name');
    expect(classOfPath('customer.name')).toBe('full-name');
    expect(classOfPath('customerName')).toBe('full-name');
    expect(classOfPath('name', { container: 'products' })).toBeUndefined();
    expect(classOfPath('name', { container: 'userGroups' })).toBeUndefined();
    expect(classOfPath('clientName')).toBeUndefined();
  });

  test('a state is one of a country beside an address', () => {
    expect(classOfPath('state', { siblings: ['city', 'street'] })).toBe('region');
    expect(classOfPath('address.state')).toBe('region');
    expect(classOfPath('state', { siblings: ['address.zipCode'] })).toBe('region');
    expect(classOfPath('session_state', { siblings: ['city'] })).toBeUndefined();
    expect(classOfPath('state', { siblings: ['nonce', 'issuer'] })).toBeUndefined();
  });

  test('words that mean more than one thing', () => {
    expect(classOfPath('sin', { container: 'employees' })).toBe('short-national-number');
    expect(classOfPath('cap', { siblings: ['indirizzo', 'city'] })).toBe('postcode');
    expect(classOfPath('pinCode', { siblings: ['city'] })).toBe('postcode');
  });
});

describe('types', () => {
  test('bool has two values whatever its name', () => {
    expect(classOfPath('emailVerified', { valueType: 'bool' })).toBe('boolean');
    expect(classOfPath('smoker', { valueType: 'bool' })).toBe('boolean');
  });

  test('of dates only that of a birth can be guessed', () => {
    expect(classOfPath('born', { valueType: 'date' })).toBe('birth-date');
    expect(classOfPath('email', { valueType: 'date' })).toBeUndefined();
    expect(classOfPath('hiredAt', { valueType: 'date' })).toBeUndefined();
  });

  test('a reference by ObjectId is neither guessable nor random', () => {
    const patient = guess({ path: 'patientId', valueType: 'objectId' });
    expect(patient?.class).toBe('structured-id');
    expect(isGuessable(patient ?? { kind: 'listed' })).toBe(false);
    expect(patient?.kind).not.toBe('unguessable');
  });

  test('a number is no e-mail address, but may be a social security number', () => {
    expect(classOfPath('email', { valueType: 'int' })).toBeUndefined();
    expect(classOfPath('ssn', { valueType: 'int' })).toBe('ssn');
    expect(classOfPath('address', { valueType: 'object' })).toBeUndefined();
  });

  test('what a schema says goes before the name', () => {
    expect(classOfPath('phone', { hints: ['reference'] })).toBeUndefined();
    expect(classOfPath('id', { hints: ['random-id'] })).toBe('random-id');
    expect(classOfPath('colour', { hints: ['enumeration'] })).toBe('enumeration');
  });

  test('a person knows better', () => {
    const known = guess({ path: 'email', valueType: 'string', override: { class: 'random-id' } });
    expect(known).toMatchObject({
      class: 'random-id',
      kind: 'unguessable',
      reason: 'the configuration says so',
    });
    expect(classOfPath('email', { override: { class: 'no such class' } })).toBe('email');
    expect(classOfPath('email', { override: { class: 'toString' } })).toBe('email');
    expect(classOfPath('email', { override: { length: 9 } })).toBe('email');
  });
});

test('a declared field is known by its path, its type, its collection and its neighbours', () => {
  const place = { file: 'a.json', start: 0, end: 0 };
  const declared = {
    system: 'mongodb-qe',
    container: { system: 'mongodb-qe', file: 'a.json', database: 'crm', collection: 'contacts' },
    place,
    target: { version: '9.0', assumed: false },
    assumptions: {},
    budgets: {},
    override: {},
  } as const;
  const bsonType = { kind: 'string', place, value: 'string' } as const;
  const state = { ...declared, path: 'state', bsonType };
  expect(guessField({ ...declared, path: 'name', bsonType })?.class).toBe('full-name');
  expect(guessField(state, [state])).toBeUndefined();
  expect(guessField(state, [state, { path: 'city' }])?.class).toBe('region');
  expect(guessField({ ...state, path: 'a', bsonType: { ...bsonType, value: 'bool' } })?.class).toBe(
    'boolean',
  );
  expect(guessField({ ...declared, override: { class: 'ssn' } })?.class).toBe('ssn');
  expect(guessField(declared)).toBeUndefined();
});

test('a verdict says class, kind, bits and why', () => {
  expect(guess({ path: 'customer.ssn' })).toEqual({
    class: 'ssn',
    label: 'US social security number',
    kind: 'enumerable',
    bits: 29.73,
    reason: 'it is named "ssn"',
  });
});

test('kinds agree with their bits', () => {
  for (const name of classNames) {
    const { kind, bits } = classOf(name);
    if (bits === undefined) continue;
    const smallest = typeof bits === 'number' ? bits : bits[0];
    const largest = typeof bits === 'number' ? bits : bits[1];
    expect(smallest, name).toBeLessThanOrEqual(largest);
    if (kind === 'enumerable') expect(largest, name).toBeLessThanOrEqual(48);
    if (kind === 'unguessable') expect(smallest, name).toBeGreaterThanOrEqual(74);
  }
});

describe('for any text', () => {
  const path = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'constructor', '', '.'),
  );

  test('there is an answer', () => {
    fc.assert(
      fc.property(path, fc.option(path, { nil: undefined }), fc.array(path), (one, container, siblings) => {
        guess({ path: one, container, siblings, valueType: 'string' });
      }),
    );
  });

  test('a name of a million letters takes no time', () => {
    const started = performance.now();
    expect(guess({ path: 'user_'.repeat(200_000) })).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(200);
  });

  const vocabulary = [
    ...new Set(
      classNames.flatMap((name) => [
        ...(classOf(name).names ?? []),
        ...(classOf(name).numbers ?? []),
        ...(classOf(name).endings ?? []),
      ]),
    ),
  ].flatMap((name) => name.split(' '));
  const word = fc.oneof(
    fc.constantFrom(...vocabulary.filter((one) => one.length > 1)),
    fc.constantFrom(
      'user',
      'customer',
      'hash',
      'encrypted',
      'billing',
      'number',
      'no',
      'id',
      'verified',
      'is',
    ),
    fc.stringMatching(/^[a-z]{2,6}$/),
  );
  const capital = (one: string) => one.slice(0, 1).toUpperCase() + one.slice(1);

  test('snake, kebab, camel, Pascal and capital case agree', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (parts) => {
        const camel = parts.map((one, index) => (index === 0 ? one : capital(one))).join('');
        const expected = classOfPath(parts.join('_'));
        for (const style of [parts.join('-'), camel, capital(camel), parts.join('_').toUpperCase()]) {
          expect(words(style), style).toEqual(words(parts.join('_')));
          expect(classOfPath(style), style).toBe(expected);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
