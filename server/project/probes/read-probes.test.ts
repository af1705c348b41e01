import { expect, test } from 'vitest';
import { mayProbe, readProbes } from './read-probes.ts';

/** The probes as a person would list them; the text at each place must hold its path. */
async function probesOf(file: string, text: string): Promise<readonly string[]> {
  expect(mayProbe(file)).toBe(true);
  return (await readProbes(file, text)).map(({ path, place, kind, by, seconds }) => {
    expect(text.slice(place.start, place.end)).toContain(path === '/' ? '' : path);
    return `${by} ${kind} ${path}${seconds === undefined ? '' : ` every ${seconds} s`}`;
  });
}

test('the probes of every container in a Kubernetes manifest', async () => {
  const manifest = `apiVersion: v1
kind: Service
---
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          livenessProbe:
            httpGet: { path: /livez, port: 3000 }
            periodSeconds: 5
          readinessProbe:
            httpGet:
              path: "/readyz?full=1"
              port: http
          startupProbe:
            exec:
              command: ["wget", "-qO-", "http://127.0.0.1:3000/startup"]
        - name: sidecar
          livenessProbe:
            tcpSocket: { port: 9000 }
`;
  expect(await probesOf('deploy/web.yaml', manifest)).toEqual([
    'Kubernetes livenessProbe /livez every 5 s',
    'Kubernetes readinessProbe /readyz every 10 s',
    'Kubernetes startupProbe /startup every 10 s',
  ]);
});

test.each([
  ['["CMD", "curl", "-f", "http://localhost:3000/api/health"]', '/api/health'],
  ['curl --fail localhost:8080/status || exit 1', '/status'],
  ['["CMD-SHELL", "wget --spider -q http://127.0.0.1:$${PORT}/up/ || exit 1"]', '/up'],
  [
    `["CMD", "node", "-e", "fetch('http://localhost:3000/healthz').then(r => process.exit(r.ok ? 0 : 1))"]`,
    '/healthz',
  ],
])('the request of a Compose health check: %s', async (command, path) => {
  const text = `services:\n  web:\n    healthcheck:\n      test: ${command}\n      interval: 1m30s\n  db:\n    healthcheck:\n      test: ["CMD", "pg_isready"]\n`;
  expect(await probesOf('compose.yaml', text)).toEqual([`Docker Compose healthcheck ${path} every 90 s`]);
});

test('a health check that is turned off asks nothing', async () => {
  const text =
    'services:\n  web:\n    healthcheck:\n      disable: true\n      test: curl http://localhost/health\n';
  expect(await probesOf('docker-compose.yml', text)).toEqual([]);
});

test('the last HEALTHCHECK of a Dockerfile counts', async () => {
  const text = `FROM node:24
HEALTHCHECK CMD curl http://localhost/old
HEALTHCHECK --interval=15s --timeout=3s \\
  CMD curl -f http://localhost:3000/healthz || exit 1
CMD ["node", "server.js"]
`;
  expect(await probesOf('Dockerfile', text)).toEqual(['Docker HEALTHCHECK /healthz every 15 s']);
});

test.each([
  [
    '[[http_service.checks]]\n  interval = "10s"\n  path = "/ready"\n',
    'Fly http_service.checks /ready every 10 s',
  ],
  [
    '[[services]]\n[[services.http_checks]]\npath = "/"\ninterval = 10000\n',
    'Fly services.http_checks / every 10 s',
  ],
  ['[checks.alive]\npath = "/alive"\n[env]\npath = "/no"\n', 'Fly checks.alive /alive'],
])('checks of Fly: %s', async (text, probe) => {
  expect(await probesOf('fly.toml', `app = "a"\n# health check\n${text}`)).toEqual([probe]);
});

test.each([
  [
    'render.yaml',
    'services:\n  - type: web\n    healthCheckPath: /healthz\n',
    'Render healthCheckPath /healthz',
  ],
  ['railway.json', '{ "deploy": { "healthcheckPath": "/health" } }', 'Railway healthcheckPath /health'],
  ['railway.toml', '[deploy]\nhealthcheckPath = "/health"\n', 'Railway healthcheckPath /health'],
  [
    'app.yaml',
    'services:\n- health_check:\n    http_path: /ok\n',
    'DigitalOcean App Platform health_check /ok',
  ],
  ['config/deploy.yml', 'proxy:\n  healthcheck:\n    path: /up\n', 'the platform healthcheck /up'],
])('%s', async (file, text, probe) => {
  expect(await probesOf(file, text)).toEqual([probe]);
});

test('what is broken or speaks of something else gives none', async () => {
  expect(await probesOf('values.yaml', 'livenessProbe: {{ .Values.probe }}\n')).toEqual([]);
  expect(await probesOf('values.yaml', 'livenessProbe:\n  httpGet:\n    path: 3\n')).toEqual([]);
  expect(await probesOf('a.yaml', 'jobs:\n  test:\n    run: curl http://localhost/health\n')).toEqual([]);
  expect(mayProbe('src/health.ts')).toBe(false);
});
